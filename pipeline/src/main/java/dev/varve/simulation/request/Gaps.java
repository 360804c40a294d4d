package dev.varve.simulation.request;

import java.util.List;

/** Distributions of gaps by their names in the settings. */
public final class Gaps {
  /** Every name. */
  public static final List<String> NAMES = List.of("constant", "exponential", "log-normal");

  private Gaps() {}

  /**
   * The distribution of a name. That of {@code log-normal} has a standard deviation of 1 in the
   * logarithm: a tenth of all gaps are then above 2.2 times the mean, half below 0.6.
   *
   * @param meanMicros at least 0
   */
  public static Gap named(String name, double meanMicros) {
    if (!(meanMicros >= 0 && meanMicros <= Integer.MAX_VALUE * 1e6)) {
      throw new IllegalArgumentException("a gap of " + meanMicros + " µs");
    }
    return switch (name) {
      case "constant" -> random -> Math.round(meanMicros);
      case "exponential" -> random -> Math.round(-Math.log1p(-random.nextDouble()) * meanMicros);
      case "log-normal" -> random -> Math.round(Math.exp(random.nextGaussian() - 0.5) * meanMicros);
      default -> throw new IllegalArgumentException("no gap: " + name + ", but " + NAMES);
    };
  }
}
