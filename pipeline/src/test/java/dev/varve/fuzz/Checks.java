package dev.varve.fuzz;

import java.util.Arrays;

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
}
