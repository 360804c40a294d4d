package dev.varve.simulation.access;

import dev.varve.model.Seed;

/**
 * A pseudorandom permutation of 0..n-1 without a table. It applies invertible steps to numbers
 * below the next power of two, again and again until the result is below n (cycle walking).
 *
 * @param multiplier odd
 */
public record Scatter(long numbers, long mask, int shift, long multiplier, long offset) {
  private static final int ROUNDS = 3;

  /** A permutation of the numbers below {@code numbers}, which is at least 1. */
  public static Scatter of(long numbers, Seed seed) {
    int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(numbers - 1));
    long mask = -1L >>> (Long.SIZE - bits);
    long drawn = Seed.mix(seed.value());
    return new Scatter(numbers, mask, bits / 2 + 1, drawn | 1, Seed.mix(drawn));
  }

  /** The place that a number goes to. */
  public long permuted(long number) {
    long permuted = number;
    do {
      for (int round = 0; round < ROUNDS; round++) {
        permuted = (permuted * multiplier + offset) & mask;
        permuted ^= permuted >>> shift;
      }
    } while (permuted >= numbers);
    return permuted;
  }
}
