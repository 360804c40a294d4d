package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** The body of an answer, which is given up when few bytes come in a long time. */
final class PacedBody extends FilterInputStream {
  private static final long LEAST_BYTES = 64 << 10;
  private static final long SLOW_NANOS = TimeUnit.MINUTES.toNanos(5);

  private long sinceNanos = System.nanoTime();
  private long bytes;

  private final HostBudget budget;
  private long all;

  PacedBody(InputStream body, HostBudget budget) {
    super(body);
    this.budget = budget;
  }

  /** How many bytes were read. */
  long all() {
    return all;
  }

  /** Leaves the rest unread: a client reads it at close, and it may have no end. */
  @Override
  public void close() {}

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] into, int at, int most) throws IOException {
    int got = super.read(into, at, most);
    count(Math.max(0, got));
    return got;
  }

  private void count(int more) throws MalformedBlobException {
    budget.countBytes(more);
    all += more;
    bytes += more;
    long now = System.nanoTime();
    if (now - sinceNanos > SLOW_NANOS) {
      if (bytes < LEAST_BYTES) {
        throw new MalformedBlobException(
            RejectReason.TRUNCATED,
            "the registry sent less than %d KiB in 5 minutes".formatted(LEAST_BYTES >> 10));
      }
      sinceNanos = now;
      bytes = 0;
    }
  }
}
