package dev.varve.simulation.chain;

import java.util.Arrays;

/** Places of the slices of a disk in the tables of each file of a chain. */
final class SliceLayout {
  /** Value for a slice for which a file has no table. */
  static final int NOWHERE = -1;

  private static final int MOST_SLICES = 1 << 26;

  private final Chain chain;
  private final TableRule rule;
  private final long span;
  private final int slices;
  private final int slicesOfGroup;
  private final int[] same;

  /**
   * @param span guest bytes that a slice in the numbering of the look-ups covers
   * @throws IllegalArgumentException when the disk has too many slices
   */
  SliceLayout(Chain chain, TableRule rule, long span) {
    this.chain = chain;
    this.rule = rule;
    this.span = span;
    long count = Math.max(1, (chain.virtualBytes() + span - 1) / span);
    if (count > MOST_SLICES) {
      throw new IllegalArgumentException(
          "a disk of %d bytes has more than %d slices of L2 tables"
              .formatted(chain.virtualBytes(), MOST_SLICES));
    }
    slices = (int) count;
    long table =
        chain.files().stream()
            .filter(ChainFile::hasTables)
            .mapToLong(ChainFile::tableSpanBytes)
            .min()
            .orElse(span);
    slicesOfGroup = rule == TableRule.FULL ? slices : (int) Math.min(slices, table / span);
    same = new int[slices];
    Arrays.setAll(same, slice -> slice);
  }

  /** Number of slices of the disk, in the numbering of the look-ups. */
  int slices() {
    return slices;
  }

  /** Number of groups of slices; a file has tables for all slices of a group or for none. */
  int groups() {
    return (slices + slicesOfGroup - 1) / slicesOfGroup;
  }

  int groupOf(int slice) {
    return slice / slicesOfGroup;
  }

  int firstOf(int group) {
    return group * slicesOfGroup;
  }

  /**
   * For each slice the number of the file's slice that covers it, or {@link #NOWHERE}. Files with
   * equal tables share one array; it must not be changed.
   */
  int[] places(int file) {
    ChainFile of = chain.files().get(file);
    if (of.hasTables() && rule == TableRule.FULL && isFinest(of)) {
      return same;
    }
    int[] places = new int[slices];
    for (int slice = 0; slice < slices; slice++) {
      long at = slice * span;
      boolean there =
          of.hasTables()
              && (rule == TableRule.FULL || of.tables().get((int) (at / of.tableSpanBytes())));
      places[slice] = there ? (int) (at / of.sliceSpanBytes()) : NOWHERE;
    }
    return places;
  }

  /** Slices of a file that fit into its cache: at least one, at most all. */
  int capacity(int file, long cacheBytes) {
    ChainFile of = chain.files().get(file);
    return of.hasTables() ? (int) Math.max(1, Math.min(slices, cacheBytes / of.sliceBytes())) : 1;
  }

  private boolean isFinest(ChainFile file) {
    return file.sliceSpanBytes() == span;
  }
}
