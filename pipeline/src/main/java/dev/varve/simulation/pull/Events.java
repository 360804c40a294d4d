package dev.varve.simulation.pull;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Scheduled events, in the order of simulated time; of the same moment, as it was scheduled. */
final class Events {
  private final PriorityQueue<Event> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::ordinal));
  private long ordinal;
  private long nowNanos;

  /** Something that happens. */
  interface Action {
    void happen(long nowNanos);
  }

  private record Event(long atNanos, long ordinal, Action action) {}

  /** Schedules something for a moment that has not passed. */
  void at(long atNanos, Action action) {
    if (atNanos < nowNanos) {
      throw new IllegalArgumentException("%d ns is before %d ns".formatted(atNanos, nowNanos));
    }
    queue.add(new Event(atNanos, ordinal++, action));
  }

  /**
   * Lets the next thing happen.
   *
   * @return whether there was any
   */
  boolean next() {
    @Nullable Event event = queue.poll();
    if (event == null) {
      return false;
    }
    nowNanos = event.atNanos;
    event.action.happen(nowNanos);
    return true;
  }
}
