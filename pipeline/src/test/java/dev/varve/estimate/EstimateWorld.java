package dev.varve.estimate;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Units and the contents in them, all known.
 *
 * @param units of each, its contents and how many copies of each
 * @param bytes of each content
 */
record EstimateWorld(List<Map<Integer, Integer>> units, double[] bytes) {

  /**
   * Contents are held by so many units as a power law says, in so many that few units have most.
   *
   * @param alone share of the contents that one unit holds
   */
  static EstimateWorld of(int units, int contents, double alone, long seed) {
    RandomGenerator random = new Seed(seed).at("world").random();
    List<Map<Integer, Integer>> held = new ArrayList<>();
    double[] weight = new double[units];
    double sum = 0;
    for (int unit = 0; unit < units; unit++) {
      held.add(new HashMap<>());
      sum += Math.exp(random.nextGaussian());
      weight[unit] = sum;
    }
    double[] bytes = new double[contents];
    for (int content = 0; content < contents; content++) {
      bytes[content] = Math.ceil(Math.exp(8 + 1.5 * random.nextGaussian()));
      int times =
          random.nextDouble() < alone
              ? 1
              : (int) Math.min(units / 2.0, 2 / Math.pow(random.nextDouble(), 0.8));
      for (int time = 0; time < times; time++) {
        held.get(unit(weight, random.nextDouble() * sum)).merge(content, 1, Integer::sum);
      }
    }
    return new EstimateWorld(held, bytes);
  }

  private static int unit(double[] weight, double at) {
    int found = java.util.Arrays.binarySearch(weight, at);
    return Math.min(weight.length - 1, found < 0 ? -found - 1 : found);
  }

  double copied() {
    double copied = 0;
    for (int unit = 0; unit < units.size(); unit++) {
      copied += size(unit);
    }
    return copied;
  }

  double distinct() {
    boolean[] held = new boolean[bytes.length];
    units.forEach(contents -> contents.keySet().forEach(content -> held[content] = true));
    double distinct = 0;
    for (int content = 0; content < bytes.length; content++) {
      distinct += held[content] ? bytes[content] : 0;
    }
    return distinct;
  }

  private double size(int unit) {
    return units.get(unit).entrySet().stream()
        .mapToDouble(entry -> entry.getValue() * bytes[entry.getKey()])
        .sum();
  }

  /** What a reader of a share of the units says of all; it knows their sizes but for a tenth. */
  ContentEstimate estimated(double share, long seed) {
    RandomGenerator random = new Seed(7).at("sizes").random();
    List<UnitDraw.Unit> all = new ArrayList<>();
    for (int unit = 0; unit < units.size(); unit++) {
      all.add(new UnitDraw.Unit("" + unit, size(unit) * (0.95 + 0.1 * random.nextDouble())));
    }
    UnitDraw draw = UnitDraw.of(all, share, new Seed(seed));
    return ContentEstimate.of(contents(draw), Double.POSITIVE_INFINITY);
  }

  UnitContents contents(UnitDraw draw) {
    int[] certain = new int[bytes.length];
    int[] drawn = new int[bytes.length];
    for (int unit = 0; unit < units.size(); unit++) {
      boolean sure = draw.certain().contains("" + unit);
      if (draw.reads("" + unit)) {
        units.get(unit).keySet().forEach(content -> (sure ? certain : drawn)[content]++);
      }
    }
    UnitContents contents = new UnitContents(draw);
    for (int unit = 0; unit < units.size(); unit++) {
      if (!draw.reads("" + unit)) {
        continue;
      }
      boolean sure = draw.certain().contains("" + unit);
      for (Map.Entry<Integer, Integer> held : units.get(unit).entrySet()) {
        int content = held.getKey();
        boolean known = certain[content] > 0;
        double owners =
            known ? (sure ? certain[content] : Double.POSITIVE_INFINITY) : drawn[content];
        contents.add(
            "" + unit,
            known ? 0 : drawn[content],
            bytes[content],
            held.getValue() * bytes[content],
            bytes[content] / owners);
      }
    }
    return contents;
  }
}
