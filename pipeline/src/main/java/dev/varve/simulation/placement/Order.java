package dev.varve.simulation.placement;

import java.util.random.RandomGenerator;

/** Random orders of machines. */
final class Order {
  private Order() {}

  /** 0..count-1, ascending. */
  static int[] of(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return order;
  }

  /**
   * Draws the first {@code drawn} places from all that stand at {@code from} and after (Fisher and
   * Yates). Drawing one more does not change the ones before.
   */
  static void shuffle(int[] order, int from, int drawn, RandomGenerator random) {
    for (int i = from; i < from + drawn; i++) {
      int other = i + random.nextInt(order.length - i);
      int machine = order[other];
      order[other] = order[i];
      order[i] = machine;
    }
  }
}
