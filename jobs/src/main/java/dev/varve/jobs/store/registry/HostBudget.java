package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A limit on the total that one host may use: bytes of bodies, number of answers, and time. */
final class HostBudget {
  private final String host;
  private final RegistryAccess limits;
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final long startNanos = System.nanoTime();

  HostBudget(String host, RegistryAccess limits) {
    this.host = host;
    this.limits = limits;
  }

  /**
   * Counts an answer that is about to be requested.
   *
   * @throws MalformedBlobException when the budget is used up
   */
  void countAnswer() throws MalformedBlobException {
    require(answers.incrementAndGet() <= limits.budgetAnswers(), "answers", limits.budgetAnswers());
    countBytes(0);
  }

  /** Counts bytes of a body; also checks the time, because a single body may exceed it. */
  void countBytes(int count) throws MalformedBlobException {
    long hours = TimeUnit.NANOSECONDS.toHours(System.nanoTime() - startNanos);
    require(hours < limits.budgetHours(), "hours", limits.budgetHours());
    require(bytes.addAndGet(count) <= limits.budgetBytes(), "bytes", limits.budgetBytes());
  }

  private void require(boolean isWithin, String unit, long limit) throws MalformedBlobException {
    if (!isWithin) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          "%s took more than %,d %s: raise registry.budget-%s".formatted(host, limit, unit, unit));
    }
  }
}
