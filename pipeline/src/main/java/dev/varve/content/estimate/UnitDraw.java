package dev.varve.content.estimate;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The units that are read whole: the largest for certain, so that no single one decides the
 * estimate, and a simple random sample of the rest. Names, sizes and the seed determine the sample.
 *
 * @param certain names and sizes of those that are read for certain
 * @param drawn names and sizes of the sample
 * @param certainSize size of the certain ones
 * @param restUnits number of units apart from the certain ones, drawn or not
 * @param restSize sum of the sizes of the rest
 * @param restSquares sum of the squares of the sizes of the rest
 */
public record UnitDraw(
    Map<String, Double> certain,
    Map<String, Double> drawn,
    double certainSize,
    int restUnits,
    double restSize,
    double restSquares) {
  /**
   * Number of units that a sample should have. A sample may take up to twice its bytes to reach it,
   * because intervals from fewer units are wide.
   */
  public static final int GOOD_SAMPLE = 20;

  /** Least number of units in the sample, even where these are more than the bytes to read. */
  private static final int LEAST_SAMPLE = 3;

  /** A unit larger than this share of what is to be read is read for certain. */
  private static final double CERTAIN_UNIT_SHARE = 0.05;

  /** Certain units take at most this share of what is to be read. */
  private static final double MOST_CERTAIN_SHARE = 0.5;

  /** A unit and its size, as far as it is known before it is read. */
  public record Unit(String name, double size) {}

  /**
   * Draws units with about a share of the size of all.
   *
   * @param share between 0 and 1
   */
  public static UnitDraw of(List<Unit> units, double share, Seed seed) {
    double all = units.stream().mapToDouble(Unit::size).sum();
    double requested = share * all;
    List<Unit> bySize = new ArrayList<>(units);
    bySize.sort(
        Comparator.comparingDouble((Unit candidate) -> -candidate.size())
            .thenComparing(Unit::name));
    Map<String, Double> certain = new LinkedHashMap<>();
    double certainSize = 0;
    for (Unit unit : bySize) {
      if (unit.size() <= CERTAIN_UNIT_SHARE * requested) {
        break;
      }
      if (share < 1 && certainSize + unit.size() <= MOST_CERTAIN_SHARE * requested) {
        certain.put(unit.name(), unit.size());
        certainSize += unit.size();
      }
    }
    double restSize = all - certainSize;
    List<Unit> rest =
        new ArrayList<>(units.stream().filter(unit -> !certain.containsKey(unit.name())).toList());
    rest.sort(
        Comparator.comparingLong((Unit candidate) -> seed.at(candidate.name()).value())
            .thenComparing(Unit::name));
    double drawnPart = restSize > 0 ? (requested - certainSize) / restSize : 1;
    double sampleUnits =
        Math.max(
            LEAST_SAMPLE,
            Math.max(
                Math.rint(rest.size() * drawnPart),
                Math.min(GOOD_SAMPLE, rest.size() * 2 * drawnPart)));
    Map<String, Double> drawn = new LinkedHashMap<>();
    rest.stream().limit((long) sampleUnits).forEach(unit -> drawn.put(unit.name(), unit.size()));
    double squares = rest.stream().mapToDouble(unit -> unit.size() * unit.size()).sum();
    return new UnitDraw(certain, drawn, certainSize, rest.size(), restSize, squares);
  }

  /** This draw with further certain units, which were not drawn from. */
  public UnitDraw with(Map<String, Double> more) {
    Map<String, Double> all = new LinkedHashMap<>(certain);
    all.putAll(more);
    double size = certainSize + more.values().stream().mapToDouble(Double::doubleValue).sum();
    return new UnitDraw(all, drawn, size, restUnits, restSize, restSquares);
  }

  /** Whether a unit is read. */
  public boolean contains(String unit) {
    return certain.containsKey(unit) || drawn.containsKey(unit);
  }

  /** Whether nothing is left out. */
  public boolean isWhole() {
    return drawn.size() == restUnits;
  }
}
