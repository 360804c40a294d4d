package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The body of a response, which is given up when less than 64 KiB arrive in 5 minutes. */
final class PacedBody extends FilterInputStream {
  static final long SLOW_MILLIS = TimeUnit.MINUTES.toMillis(5);

  private static final long MIN_BYTES = 64 << 10;
  private static final int SKIPPED_BYTES = 8 << 10;

  private final HostBudget budget;
  private final long slowMillis;
  private final Future<?> watch;
  private final Runnable cutRead;

  /** Number of begun and ended reads together; odd while a read is in progress. */
  private final AtomicLong steps = new AtomicLong();

  private long seenSteps;
  private volatile boolean isCut;
  private long intervalStartNanos = System.nanoTime();
  private long intervalBytes;
  private long totalBytes;

  /**
   * A body that is about to be read. A host can keep a single read busy without end by bytes
   * outside the body: chunk extensions, trailers or TLS records. So a timer on another thread
   * watches each read.
   *
   * @param cutRead ends a read that is in progress
   * @param slowMillis interval in which a minimum of bytes must arrive
   */
  PacedBody(InputStream body, HostBudget budget, Runnable cutRead, long slowMillis) {
    super(body);
    this.budget = budget;
    this.cutRead = cutRead;
    this.slowMillis = slowMillis;
    this.watch = ResponseHead.every(slowMillis, this::cutIfStuck);
  }

  private void cutIfStuck() {
    long now = steps.get();
    if (now == seenSteps && now % 2 == 1) {
      isCut = true;
      cutRead.run();
    }
    seenSteps = now;
  }

  /** Ends the watch over reads. */
  void release() {
    watch.cancel(false);
  }

  /** Number of bytes that were read. */
  long totalBytes() {
    return totalBytes;
  }

  /**
   * Does nothing, so that the rest stays unread: the HTTP client's close would read it, and it may
   * be endless.
   */
  @Override
  public void close() {}

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : buffer[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read;
    steps.incrementAndGet();
    try {
      read = super.read(target, offset, length);
    } catch (IOException e) {
      throw isCut ? slow() : e;
    } finally {
      steps.incrementAndGet();
    }
    count(Math.max(0, read));
    return read;
  }

  /** Skips by reading, so that skipped bytes are counted as received. */
  @Override
  public long skip(long length) throws IOException {
    int piece = (int) Math.min(SKIPPED_BYTES, Math.max(0, length));
    return Math.max(0, read(new byte[piece], 0, piece));
  }

  private void count(int count) throws MalformedBlobException {
    budget.countBytes(count);
    totalBytes += count;
    intervalBytes += count;
    long now = System.nanoTime();
    if (now - intervalStartNanos > TimeUnit.MILLISECONDS.toNanos(slowMillis)) {
      if (intervalBytes < MIN_BYTES) {
        throw slow();
      }
      intervalStartNanos = now;
      intervalBytes = 0;
    }
  }

  private static MalformedBlobException slow() {
    return new MalformedBlobException(
        RejectReason.TRUNCATED,
        "the registry sent less than %d KiB in 5 minutes".formatted(MIN_BYTES >> 10));
  }
}
