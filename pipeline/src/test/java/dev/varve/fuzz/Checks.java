package dev.varve.fuzz;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What targets ask of results. */
final class Checks {
  private Checks() {}

  static void holds(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("does not hold: " + what);
    }
  }

  /** Whether an input is the one of so many that a slow check is made for; always the same ones. */
  static boolean oneIn(int inputs, byte[] data) {
    return Math.floorMod(Arrays.hashCode(data), inputs) == 0;
  }

  /**
   * Whether two readings of at most so many bytes are one; null is a fault. Where the bytes end at
   * the bound, a fault behind them may have been met or not.
   */
  static boolean same(byte @Nullable [] one, byte @Nullable [] other, int most) {
    if (one == null || other == null) {
      byte[] read = one == null ? other : one;
      return read == null || read.length == most;
    }
    return Arrays.equals(one, other);
  }
}
