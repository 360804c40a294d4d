package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An encoder that runs a program, which reads an archive from its standard input and writes the
 * blob to its standard output. It is started without a shell. It is ended, with all programs that
 * it has started, when its time is over or when a byte differs.
 *
 * @param name of the encoder
 * @param command the program and its arguments
 * @param timeout longest time that the program may take
 */
public record CommandEncoder(String name, List<String> command, Duration timeout)
    implements BlobEncoder, Serializable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final long MOST_MILLIS_TO_END = 10_000;

  @Override
  public int level() {
    return -1;
  }

  @Override
  public void encode(InputStream plain, Comparison out) throws IOException {
    long startedNanos = System.nanoTime();
    StartedProgram program = StartedProgram.of(command);
    AtomicReference<@Nullable IOException> fault = new AtomicReference<>();
    Semaphore begun = new Semaphore(0);
    FutureTask<@Nullable IOException> reading =
        new FutureTask<>(() -> read(program.process(), out, startedNanos, begun));
    thread(reading, "reads a compressor");
    Thread feed = feed(plain, program.process(), begun, fault);
    IOException difference;
    try {
      difference = reading.get(remainingMillis(startedNanos), TimeUnit.MILLISECONDS);
      if (difference == null
          && !program.process().waitFor(remainingMillis(startedNanos), TimeUnit.MILLISECONDS)) {
        difference = timedOut();
      } else if (difference == null && program.process().exitValue() != 0) {
        difference = failed(name + " ended with code " + program.process().exitValue());
      }
    } catch (TimeoutException e) {
      difference = timedOut();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      program.end();
      awaitEnd(feed, reading);
    }
    // A fault in reading the blob comes first: it explains the difference, as the program got only
    // a part of the archive.
    IOException cause = fault.get() == null ? difference : fault.get();
    if (cause != null) {
      throw cause;
    }
  }

  private long remainingMillis(long startedNanos) {
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    return Math.max(0, timeout.toMillis() - took);
  }

  private IOException timedOut() {
    return failed(name + " took more than " + timeout.toSeconds() + " s");
  }

  private static IOException failed(String message) {
    return Comparison.DifferentException.failed(message);
  }

  /**
   * Compares the program's output, until the program and all others that have it open have closed
   * it.
   *
   * @param begun released when the reading has begun: the program gets its input, and may end, only
   *     then
   * @return the difference, or null
   * @throws IOException when the stored blob cannot be read
   */
  private @Nullable IOException read(
      Process process, Comparison out, long startedNanos, Semaphore begun) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream written = process.getInputStream()) {
      // When the program ends, the JDK ends this stream, although others may have it open. It waits
      // for the stream's monitor first.
      synchronized (written) {
        begun.release();
        for (int got = written.read(buffer); got >= 0; got = written.read(buffer)) {
          if (remainingMillis(startedNanos) == 0) {
            return timedOut();
          }
          out.write(buffer, 0, got);
        }
      }
      return null;
    } catch (Comparison.DifferentException e) {
      return e;
    }
  }

  /**
   * Waits for the threads, for a limited time: all programs that could have the streams open have
   * been ended. A system may hide such programs; then the threads are left behind, which use
   * nothing any more.
   */
  private static void awaitEnd(Thread feed, FutureTask<?> reading) throws IOException {
    try {
      feed.join(MOST_MILLIS_TO_END);
      reading.get(MOST_MILLIS_TO_END, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The fault of the thread was reported before.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /**
   * Starts a thread that writes the archive to the program once its output is read. It is no task
   * of a pool, because tasks that feed programs must not wait for each other.
   */
  private static Thread feed(
      InputStream plain,
      Process process,
      Semaphore begun,
      AtomicReference<@Nullable IOException> fault) {
    return thread(
        () -> {
          begun.acquireUninterruptibly();
          fault.set(writeArchive(plain, process));
        },
        "feeds a compressor");
  }

  /**
   * Writes the archive to the program; returns the fault of the blob, or null. A program that ends
   * before it has read all is no fault.
   */
  private static @Nullable IOException writeArchive(InputStream plain, Process process) {
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

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
