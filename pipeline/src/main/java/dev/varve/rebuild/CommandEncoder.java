package dev.varve.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A whole blob by a program that reads an archive from its standard input and writes the blob to
 * its standard output. It is started without a shell, and ended when its time is over or a byte
 * differs.
 *
 * @param name of the encoder
 * @param command the program and its arguments
 * @param most time that it may take
 */
public record CommandEncoder(String name, List<String> command, Duration most)
    implements BlobEncoder {
  private static final int BUFFER_BYTES = 64 << 10;

  @Override
  public int level() {
    return -1;
  }

  @Override
  public void encode(InputStream plain, Comparison out) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    CompletableFuture<Void> watch =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS));
    CompletableFuture<Void> feed = CompletableFuture.runAsync(() -> feed(plain, process));
    try (InputStream written = process.getInputStream()) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int got = written.read(buffer); got >= 0; got = written.read(buffer)) {
        out.write(buffer, 0, got);
      }
      if (process.waitFor() != 0) {
        throw new Comparison.DifferentException(out.bytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroyForcibly();
      watch.cancel(true);
      feed.exceptionally(fault -> null).join();
    }
  }

  private static void feed(InputStream plain, Process process) {
    try (OutputStream in = process.getOutputStream()) {
      plain.transferTo(in);
    } catch (IOException e) {
      // The program has ended: what it wrote is compared all the same.
      throw new UncheckedIOException(e);
    }
  }
}
