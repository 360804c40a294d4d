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

  private static final long LEAST_BYTES = 64 << 10;
  private static final int SKIPPED_BYTES = 8 << 10;

  private final HostBudget budget;
  private final long slowMillis;
  private final Future<?> watch;
  private final Runnable cut;

  /** Number of begun and ended reads together; odd while a read is in progress. */
  private final AtomicLong steps = new AtomicLong();

  private long seenSteps;
  private volatile boolean isCut;
  private long sinceNanos = System.nanoTime();
  private long bytes;
  private long all;

  /**
   * A body that is about to be read. A host can keep a single read busy without end by bytes
   * outside the body: chunk extensions, trailers or TLS records. So a timer on another thread
   * watches each read.
   *
   * @param cut ends a read that is in progress
   * @param slowMillis interval in which a minimum of bytes must arrive
   */
  PacedBody(InputStream body, HostBudget budget, Runnable cut, long slowMillis) {
    super(body);
    this.budget = budget;
    this.cut = cut;
    this.slowMillis = slowMillis;
    this.watch = ResponseHead.every(slowMillis, this::look);
  }

  private void look() {
    long now = steps.get();
    if (now == seenSteps && now % 2 == 1) {
      isCut = true;
      cut.run();
    }
    seenSteps = now;
  }

  /** Ends the watch over reads. */
  void release() {
    watch.cancel(false);
  }

  /** Number of bytes that were read. */
  long all() {
    return all;
  }

  /**
   * Does nothing, so that the rest stays unread: the HTTP client's close would read it, and it may
   * be endless.
   */
  @Override
  public void close() {}

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int most) throws IOException {
    int got;
    steps.incrementAndGet();
    try {
      got = super.read(into, at, most);
    } catch (IOException e) {
      throw isCut ? slow() : e;
    } finally {
      steps.incrementAndGet();
    }
    count(Math.max(0, got));
    return got;
  }

  /** Skips by reading, so that skipped bytes are counted as received. */
  @Override
  public long skip(long most) throws IOException {
    int piece = (int) Math.min(SKIPPED_BYTES, Math.max(0, most));
    return Math.max(0, read(new byte[piece], 0, piece));
  }

  private void count(int more) throws MalformedBlobException {
    budget.countBytes(more);
    all += more;
    bytes += more;
    long now = System.nanoTime();
    if (now - sinceNanos > TimeUnit.MILLISECONDS.toNanos(slowMillis)) {
      if (bytes < LEAST_BYTES) {
        throw slow();
      }
      sinceNanos = now;
      bytes = 0;
    }
  }

  private static MalformedBlobException slow() {
    return new MalformedBlobException(
        RejectReason.TRUNCATED,
        "the registry sent less than %d KiB in 5 minutes".formatted(LEAST_BYTES >> 10));
  }
}
