package dev.varve.simulation.layering;

import java.util.Arrays;

/**
 * Size of some files in each line, and how likely any of them changes in an update like each of
 * those learned. These are hazards, minus the logarithm of the probability that all stay: those of
 * independent files add up.
 */
final class ChangeProfile {
  /**
   * Cost of a layer.
   *
   * @param firstUpdates for each line the place of its first update, and at the end their number
   * @param storedWeight of a byte that a registry stores
   * @param pulledWeight of a byte that an update ships
   */
  record Costs(int[] firstUpdates, double storedWeight, double pulledWeight) {}

  private final double[] bytes;
  private final long[] contents;
  private final double[] hazards;

  /** That of no files. */
  ChangeProfile(int lines, int updates) {
    this(new double[lines], new long[lines], new double[updates]);
  }

  /**
   * That of some files.
   *
   * @param bytes by line
   * @param contents by line a hash of the newest content, by which lines share a layer
   * @param hazards by update, at least 0
   */
  ChangeProfile(double[] bytes, long[] contents, double[] hazards) {
    this.bytes = bytes;
    this.contents = contents;
    this.hazards = hazards;
  }

  double bytes() {
    return Arrays.stream(bytes).sum();
  }

  /** Mean probability that all stay. */
  double stays() {
    return Arrays.stream(hazards).map(hazard -> Math.exp(-hazard)).average().orElse(1);
  }

  /** Adds other files. */
  void add(ChangeProfile other) {
    change(other, 1);
  }

  /** Takes files out that were added. */
  void remove(ChangeProfile other) {
    change(other, -1);
  }

  private void change(ChangeProfile other, int sign) {
    for (int line = 0; line < bytes.length; line++) {
      bytes[line] += sign * other.bytes[line];
      contents[line] += sign * other.contents[line];
    }
    for (int update = 0; update < hazards.length; update++) {
      hazards[update] += sign * other.hazards[update];
    }
  }

  /** Expected cost of an update to each line, with these files as one layer. */
  double cost(Costs costs) {
    return cost(costs, this, 0);
  }

  /** The cost with other files in the layer. */
  double costWith(Costs costs, ChangeProfile other) {
    return cost(costs, other, 1);
  }

  /** The cost without some of the files of the layer. */
  double costWithout(Costs costs, ChangeProfile other) {
    return cost(costs, other, -1);
  }

  private double cost(Costs costs, ChangeProfile other, int sign) {
    double cost = 0;
    for (int line = 0; line < bytes.length; line++) {
      double size = bytes[line] + sign * other.bytes[line];
      int from = costs.firstUpdates[line];
      int updates = costs.firstUpdates[line + 1] - from;
      if (size <= 0 || updates == 0) {
        continue;
      }
      double stay = 0;
      for (int update = from; update < from + updates; update++) {
        stay += Math.exp(-Math.max(0, hazards[update] + sign * other.hazards[update]));
      }
      double changes = 1 - stay / updates;
      cost += costs.pulledWeight * size * changes;
      if (costs.storedWeight > 0 && isFirstOfItsContent(line, other, sign)) {
        // one version is there from the start, and one comes with each change
        cost += costs.storedWeight * size * (1.0 / updates + changes);
      }
    }
    return cost;
  }

  private boolean isFirstOfItsContent(int line, ChangeProfile other, int sign) {
    long content = contents[line] + sign * other.contents[line];
    for (int before = 0; before < line; before++) {
      if (contents[before] + sign * other.contents[before] == content
          && bytes[before] + sign * other.bytes[before] > 0) {
        return false;
      }
    }
    return true;
  }
}
