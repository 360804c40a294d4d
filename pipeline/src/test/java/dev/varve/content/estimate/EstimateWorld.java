package dev.varve.content.estimate;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.nio.ByteBuffer;
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

  /** What the units of a draw show, without heads. */
  UnitContents contents(UnitDraw draw) {
    Map<Integer, List<UnitContents.Owner>> byContent = new HashMap<>();
    for (int unit = 0; unit < units.size(); unit++) {
      String name = "" + unit;
      if (draw.contains(name)) {
        units
            .get(unit)
            .forEach(
                (content, copies) ->
                    byContent
                        .computeIfAbsent(content, none -> new ArrayList<>())
                        .add(owner(name, content, (long) bytes[content], copies, 0, content)));
      }
    }
    UnitContents contents = new UnitContents(draw, Map.of());
    byContent.values().forEach(owners -> owners.forEach(contents::add));
    contents.finish();
    return contents;
  }

  static UnitContents.Owner owner(
      String unit, int content, long bytes, long copies, long headCopies, int place) {
    Fingerprint name = Fingerprint.of(ByteBuffer.allocate(Integer.BYTES).putInt(content).array());
    return new UnitContents.Owner(unit, name, bytes, copies, headCopies, place % HeadSums.GROUPS);
  }
}
