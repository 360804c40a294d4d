package dev.varve.content.estimate;

/**
 * Sums over the contents in the heads of units, by the number of heads that contain them and by
 * group of directories. The weight of a content is the bytes of its copies in heads; each copy is
 * scaled by its unit's size over the bytes of the head.
 */
final class HeadSums {
  /** Groups of directories; each is left out once to find the error of what heads show. */
  static final int GROUPS = 16;

  /** Each number of heads up to this one has its own row; larger numbers share rows. */
  private static final int EXACT_ROWS = 12;

  /** Ratio between the numbers of heads of two successive shared rows. */
  private static final double ROW_RATIO = 1.3;

  /** Number of rows, enough for 2^31 heads. */
  static final int ROWS = row(Integer.MAX_VALUE) + 1;

  private final double[][] weights = new double[ROWS][GROUPS];
  private final double[][] once = new double[ROWS][GROUPS];
  private final double[] owners = new double[ROWS];
  private final double[] missedSquares = new double[ROWS];
  private final double drawnShare;
  private final double pairShare;
  private double all;
  private double squares;

  HeadSums(UnitDraw draw) {
    double drawn = draw.drawn().size();
    double rest = draw.restUnits();
    drawnShare = drawn / Math.max(1, rest);
    pairShare = drawnShare * (drawn - 1) / Math.max(1, rest - 1);
  }

  /** The row of contents that this number of heads contains. */
  static int row(int heads) {
    return heads <= EXACT_ROWS
        ? heads
        : EXACT_ROWS
            + 1
            + (int) (Math.log((double) heads / (EXACT_ROWS + 1)) / Math.log(ROW_RATIO));
  }

  /**
   * Adds a content.
   *
   * @param heads number of heads that contain the content
   * @param weight weight of all its copies in heads
   * @param distinct weight of one copy in each head
   * @param certain number of certain units that contain it outside of their heads only
   * @param drawn number of drawn units that contain it outside of their heads only
   */
  void add(int row, int group, int heads, double weight, double distinct, int certain, int drawn) {
    weights[row][group] += weight;
    once[row][group] += distinct;
    owners[row] += weight * heads;
    // Of X missed units among the rest, the square of certain + X without bias: X and X (X - 1) by
    // the probabilities that a unit, and a pair of units, is drawn (Horvitz, Thompson 1952).
    double square = (double) certain * certain + (2.0 * certain + 1) * drawn / drawnShare;
    if (drawn > 1) {
      square += drawn * (drawn - 1.0) / pairShare;
    }
    missedSquares[row] += weight * (drawn == 0 ? (double) certain * certain : square);
    all += weight;
    squares += weight * weight;
  }

  /** The weight of a row without one group of directories; -1 to leave out none. */
  double weight(int row, int leftOutGroup) {
    return sum(weights[row], leftOutGroup);
  }

  /** The weight of the contents of a row, one copy in each head. */
  double once(int row, int leftOutGroup) {
    return sum(once[row], leftOutGroup);
  }

  /** The mean number of heads that contain a content of a row. */
  double meanHeads(int row) {
    return owners[row] / weight(row, -1);
  }

  /**
   * The mean, over the contents of a row, of the squared number of units that contain a content
   * outside of their heads.
   */
  double meanMissedSquare(int row) {
    return missedSquares[row] / weight(row, -1);
  }

  boolean isEmpty() {
    return all == 0;
  }

  /** The number of contents of equal weight that would have the same error (Kish). */
  double effectiveContents() {
    return all * all / squares;
  }

  private static double sum(double[] values, int leftOutGroup) {
    double sum = 0;
    for (int group = 0; group < values.length; group++) {
      sum += group == leftOutGroup ? 0 : values[group];
    }
    return sum;
  }
}
