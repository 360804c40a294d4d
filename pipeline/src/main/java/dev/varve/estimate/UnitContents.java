package dev.varve.estimate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sums over the contents of the units that were read. Memory follows the number of drawn units, not
 * that of contents.
 */
public final class UnitContents {
  /** Contents in more drawn units than this are counted together. */
  public static final int MOST_UNITS = 8;

  /** Sums of one drawn unit, and its size as it was known before. */
  private static final class Sums {
    private final double size;
    private double copied;
    private final double[] byUnits = new double[MOST_UNITS + 2];
    private double byMore;

    Sums(double size) {
      this.size = size;
    }
  }

  private final UnitDraw draw;
  private final Map<String, Sums> drawn = new LinkedHashMap<>();
  private double certainCopied;
  private double certainDistinct;
  private double drawnDistinct;

  /** Nothing read yet. A unit that cannot be read stays so. */
  public UnitContents(UnitDraw draw) {
    this.draw = draw;
    draw.drawn().forEach((unit, size) -> drawn.put(unit, new Sums(size)));
  }

  /**
   * Adds the contents of one unit that as many drawn units contain.
   *
   * @param units how many drawn units contain them, counted up to {@link #MOST_UNITS} + 2 and then
   *     stopped; 0 where a certain unit does
   * @param bytes of these contents, each counted once in this unit
   * @param copiedBytes with every copy in this unit
   * @param distinctBytes their length over the number of units read that contain them, whose sum
   *     over all rows is that of the distinct contents
   */
  public void add(String unit, int units, double bytes, double copiedBytes, double distinctBytes) {
    Sums sums = drawn.get(unit);
    if (sums == null) {
      certainCopied += copiedBytes;
      certainDistinct += distinctBytes;
      return;
    }
    sums.copied += copiedBytes;
    if (units == 0) {
      certainDistinct += distinctBytes;
    } else if (units <= MOST_UNITS + 1) {
      sums.byUnits[units] += bytes;
      drawnDistinct += distinctBytes;
    } else {
      sums.byMore += bytes;
      drawnDistinct += distinctBytes;
    }
  }

  int units() {
    return drawn.size();
  }

  /** What was drawn, and from how many. */
  UnitDraw draw() {
    return draw;
  }

  double certainCopied() {
    return certainCopied;
  }

  /** Bytes of the distinct contents that certain units hold. */
  double certainDistinct() {
    return certainDistinct;
  }

  /** Bytes of the distinct contents that only drawn units hold. */
  double drawnDistinct() {
    return drawnDistinct;
  }

  double[] sizes() {
    return drawn.values().stream().mapToDouble(sums -> sums.size).toArray();
  }

  double[] copied() {
    return drawn.values().stream().mapToDouble(sums -> sums.copied).toArray();
  }

  /** Of each drawn unit, bytes of contents that no certain unit holds, each once. */
  double[] fresh() {
    return drawn.values().stream().mapToDouble(UnitContents::fresh).toArray();
  }

  private static double fresh(Sums sums) {
    double fresh = sums.byMore;
    for (double bytes : sums.byUnits) {
      fresh += bytes;
    }
    return fresh;
  }

  /** Of each drawn unit, bytes of contents that exactly so many drawn units hold. */
  double[] heldBy(int units) {
    return drawn.values().stream().mapToDouble(sums -> sums.byUnits[units]).toArray();
  }
}
