package dev.varve.simulation.pull;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Queue of scheduled events in the order of simulated time; events of the same moment come in the
 * order in which they were scheduled.
 */
final class Events {
  private final PriorityQueue<Event> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::ordinal));
  private long ordinal;
  private long nowNanos;

  /** The action of an event. */
  interface Action {
    void happen(long nowNanos);
  }

  private record Event(long atNanos, long ordinal, Action action) {}

  /** Schedules an action for a moment that is not in the simulated past. */
  void schedule(long atNanos, Action action) {
    if (atNanos < nowNanos) {
      throw new IllegalArgumentException("%d ns is before %d ns".formatted(atNanos, nowNanos));
    }
    queue.add(new Event(atNanos, ordinal++, action));
  }

  /**
   * Runs the next event.
   *
   * @return whether there was an event
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
