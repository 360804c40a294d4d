package dev.varve.jobs.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes files that Java has no words for, by the shell. */
public final class OddFiles {
  private final Path root;

  /** Makes them below a folder. */
  public OddFiles(Path root) {
    this.root = root;
  }

  /** A FIFO, which nobody ever writes to. */
  public void fifo(String name) throws IOException {
    shell("mkfifo \"$name\"", name);
  }

  /** A symbolic link. */
  public void link(String name, String target) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.createSymbolicLink(root.resolve(name), Path.of(target));
  }

  /** A socket that nobody listens to: the file outlives the channel. */
  public void socket(String name) throws IOException {
    Path place = root.resolve(name);
    Files.createDirectories(place.getParent());
    // The address of a socket is short, its final place need not be.
    Path near = Files.createTempDirectory("varve-socket").resolve("s");
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(near));
    }
    Files.move(near, place);
    Files.delete(near.getParent());
  }

  /**
   * A copy of a file.
   *
   * @param name with bytes that are no text as {@code \xff}
   */
  public void copy(Path file, String name) throws IOException {
    shell("cp '" + file + "' \"$name\"", name);
  }

  /** A folder; its name as in {@link #copy}. */
  public void folder(String name) throws IOException {
    shell("mkdir -p \"$name\"", name);
  }

  /** Appends a hole. */
  public void lengthen(String name, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(root.resolve(name).toFile(), "rw")) {
      file.setLength(file.length() + bytes);
    }
  }

  private void shell(String command, String name) throws IOException {
    String script =
        "name=$(printf '%b' '" + name + "') && mkdir -p \"$(dirname \"$name\")\" && " + command;
    Process process =
        new ProcessBuilder("bash", "-c", script)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor()).as(said).isZero();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
