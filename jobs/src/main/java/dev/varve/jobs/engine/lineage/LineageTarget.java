package dev.varve.jobs.engine.lineage;

import dev.varve.jobs.store.Locations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** Receives events. */
interface LineageTarget {
  /** Switches events off, as in OpenLineage's clients. */
  String DISABLED = "OPENLINEAGE_DISABLED";

  /**
   * Sends an event.
   *
   * @param event JSON on one line
   * @throws IOException when it may not have arrived
   */
  void send(String event) throws IOException;

  /** The target that settings name, or else the environment. */
  static Optional<LineageTarget> of(LineageSettings settings, Map<String, String> environment) {
    String named = settings.to();
    String to = named.isEmpty() ? environment.getOrDefault(LineageServer.URL, "") : named;
    if (to.isEmpty() || Boolean.parseBoolean(environment.get(DISABLED))) {
      return Optional.empty();
    }
    if (named.isEmpty() || LineageServer.isAddress(named)) {
      return Optional.of(new LineageServer(to, environment, settings.timeoutSeconds()));
    }
    Path file = Locations.local(named);
    return Optional.of(event -> append(file, event));
  }

  /**
   * Appends a line by one write, so that lines of several programs do not mix.
   *
   * @throws IOException when it cannot be written, or is no regular file: the end of a program
   *     would wait for whoever reads a pipe
   */
  private static void append(Path file, String line) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + " is no file");
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": its folder is not there", e);
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
