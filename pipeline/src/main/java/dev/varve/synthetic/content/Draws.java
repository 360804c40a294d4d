package dev.varve.synthetic.content;

import java.util.random.RandomGenerator;

/** Distributions, by strict arithmetic only, so that every JVM draws the same. */
public final class Draws {
  private Draws() {}

  /** Log-normal with the given median, cut to {@code 1..most}. */
  public static int logNormal(RandomGenerator random, int median, double sigma, int most) {
    double normal = -6; // a sum of twelve uniforms, close enough to a normal
    for (int i = 0; i < 12; i++) {
      normal += random.nextDouble();
    }
    double drawn = median * StrictMath.exp(sigma * normal);
    return (int) Math.max(1, Math.min(most, drawn));
  }

  /** An index below {@code bound}, small ones far more often than large ones. */
  public static int skewed(RandomGenerator random, int bound) {
    double uniform = random.nextDouble();
    return (int) (bound * uniform * uniform);
  }
}
