package dev.varve.content.estimate;

/** Sums over the contents of one unit (such as a layer) that was read whole. All are in bytes. */
final class UnitSums {
  private final double size;
  private final boolean certain;

  /** Bytes of distinct contents by the number of drawn units that contain them. */
  private final double[] bytesByUnits = new double[UnitContents.MOST_UNITS + 2];

  private double inMoreUnits;
  private double copied;
  private double once;
  private double headCopied;
  private double headOnce;

  /** Weight of missed contents by row of {@link HeadSums}. */
  private double[] missedWeight = new double[0];

  /**
   * Sums of a unit of which no content was added yet.
   *
   * @param size of the unit, as listed before it is read
   * @param certain whether the unit is read in every draw
   */
  UnitSums(double size, boolean certain) {
    this.size = size;
    this.certain = certain;
  }

  /**
   * Adds a content of this unit, with the numbers of certain and of drawn units that contain it.
   */
  void add(UnitContents.Owner owner, int certainUnits, int drawnUnits) {
    double bytes = owner.bytes();
    double inHead = (double) owner.headCopies() / owner.copies();
    double share = bytes / (certainUnits + drawnUnits);
    copied += bytes * owner.copies();
    once += share;
    headCopied += bytes * owner.headCopies();
    headOnce += share * inHead;
    if (!certain && certainUnits == 0) {
      if (drawnUnits <= UnitContents.MOST_UNITS + 1) {
        bytesByUnits[drawnUnits] += bytes;
      } else {
        inMoreUnits += bytes;
      }
    }
  }

  /**
   * Adds a missed content of this unit: heads of other units contain it, the unit's own head does
   * not.
   */
  void addMissed(int row, double weight) {
    if (missedWeight.length == 0) {
      missedWeight = new double[HeadSums.ROWS];
    }
    missedWeight[row] += weight;
  }

  double size() {
    return size;
  }

  boolean certain() {
    return certain;
  }

  /** Whether the unit has a size but no contents, as a unit that could not be read. */
  boolean isEmpty() {
    return size > 0 && copied == 0;
  }

  /** Bytes of all contents with every copy. */
  double copied() {
    return copied;
  }

  /**
   * Sum over the contents of their bytes divided by the number of units read whole that contain
   * them.
   */
  double once() {
    return once;
  }

  /** The part of {@link #copied} in the head. */
  double headCopied() {
    return headCopied;
  }

  /** The part of {@link #once} in the head. */
  double headOnce() {
    return headOnce;
  }

  /** Weight of the missed contents of a row of {@link HeadSums}. */
  double missedWeight(int row) {
    return missedWeight.length == 0 ? 0 : missedWeight[row];
  }

  /**
   * Bytes of the distinct contents of this unit that a given number of drawn units contain, and no
   * certain unit.
   */
  double inUnits(int units) {
    return bytesByUnits[units];
  }

  /** Bytes of contents, each once, that no certain unit contains. */
  double uncertainBytes() {
    return inMoreUnits + RatioEstimate.sum(bytesByUnits);
  }
}
