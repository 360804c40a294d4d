package dev.varve.simulation.chain;

import java.util.Arrays;

/** Places of the slices of a disk in the tables of each file of a chain. */
final class SliceLayout {
  /** Value for a slice for which a file has no table. */
  static final int NO_TABLE = -1;

  private static final int MOST_SLICES = 1 << 26;

  private final Chain chain;
  private final TableRule rule;
  private final long sliceSpanBytes;
  private final int slices;
  private final int slicesOfGroup;
  private final int[] identity;

  /**
   * @param span guest bytes that a slice in the numbering of the look-ups covers
   * @throws IllegalArgumentException when the disk has too many slices
   */
  SliceLayout(Chain chain, TableRule rule, long span) {
    this.chain = chain;
    this.rule = rule;
    this.sliceSpanBytes = span;
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
    identity = new int[slices];
    Arrays.setAll(identity, slice -> slice);
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

  int firstSliceOf(int group) {
    return group * slicesOfGroup;
  }

  /**
   * For each slice the number of the file's slice that covers it, or {@link #NO_TABLE}. Files with
   * equal tables share one array; it must not be changed.
   */
  int[] fileSlices(int file) {
    ChainFile chainFile = chain.files().get(file);
    if (chainFile.hasTables() && rule == TableRule.FULL && isFinest(chainFile)) {
      return identity;
    }
    int[] fileSlices = new int[slices];
    for (int slice = 0; slice < slices; slice++) {
      long offset = slice * sliceSpanBytes;
      boolean hasTable =
          chainFile.hasTables()
              && (rule == TableRule.FULL
                  || chainFile.tables().get((int) (offset / chainFile.tableSpanBytes())));
      fileSlices[slice] = hasTable ? (int) (offset / chainFile.sliceSpanBytes()) : NO_TABLE;
    }
    return fileSlices;
  }

  /** Slices of a file that fit into its cache: at least one, at most all. */
  int capacity(int file, long cacheBytes) {
    ChainFile chainFile = chain.files().get(file);
    return chainFile.hasTables()
        ? (int) Math.max(1, Math.min(slices, cacheBytes / chainFile.sliceBytes()))
        : 1;
  }

  private boolean isFinest(ChainFile file) {
    return file.sliceSpanBytes() == sliceSpanBytes;
  }
}
