package dev.varve.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A whole blob by a program that reads an archive from its standard input and writes the blob to
 * its standard output. It is started without a shell, and ended when its time is over or a byte
 * differs, together with the programs that it has started.
 *
 * @param name of the encoder
 * @param command the program and its arguments
 * @param most time that it may take
 */
public record CommandEncoder(String name, List<String> command, Duration most)
    implements BlobEncoder, Serializable {
  private static final int BUFFER_BYTES = 64 << 10;

  @Override
  public int level() {
    return -1;
  }

  @Override
  public void encode(InputStream plain, Comparison out) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    AtomicBoolean late = new AtomicBoolean();
    CompletableFuture<Void> watch = watch(process, late);
    AtomicReference<@Nullable IOException> fault = new AtomicReference<>();
    Thread feed = feed(plain, process, fault);
    Comparison.DifferentException different = null;
    try (InputStream written = process.getInputStream()) {
      written.transferTo(out);
      if (process.waitFor() != 0 || late.get()) {
        different =
            Comparison.DifferentException.failed(
                late.get()
                    ? name + " took more than " + most.toSeconds() + " s"
                    : name + " ended with code " + process.exitValue());
      }
    } catch (Comparison.DifferentException e) {
      different = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      end(process);
      watch.cancel(true);
      join(feed);
    }
    // A blob that could not be read says more than what the program made of a part of it.
    IOException cause = fault.get() == null ? different : fault.get();
    if (cause != null) {
      throw cause;
    }
  }

  private CompletableFuture<Void> watch(Process process, AtomicBoolean late) {
    Runnable end =
        () -> {
          late.set(true);
          end(process);
        };
    return CompletableFuture.runAsync(
        end,
        CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS, Runnable::run));
  }

  /**
   * By the handle, which leaves the streams open: what was written is read to its end. The program
   * goes first, so that it does not go on when its children are gone.
   */
  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** A thread of its own: tasks that feed programs must not wait for each other. */
  private static Thread feed(
      InputStream plain, Process process, AtomicReference<@Nullable IOException> fault) {
    Thread feed = new Thread(() -> fault.set(pour(plain, process)), "feeds a compressor");
    feed.setDaemon(true);
    feed.start();
    return feed;
  }

  /** The fault of the blob, if there is any. A program may end before it has read all. */
  private static @Nullable IOException pour(InputStream plain, Process process) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (OutputStream in = process.getOutputStream()) {
      while (true) {
        int got;
        try {
          got = plain.read(buffer);
        } catch (IOException e) {
          return e;
        }
        if (got < 0) {
          return null;
        }
        in.write(buffer, 0, got);
      }
    } catch (IOException e) {
      return null;
    }
  }

  private static void join(Thread feed) throws IOException {
    try {
      feed.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
