package dev.varve.simulation.chain;

import java.io.Serializable;
import java.util.BitSet;

/**
 * The metadata of a file of a chain.
 *
 * @param clusterBytes size of a cluster; 0 for a raw image, which has no tables
 * @param entryBytes size of an L2 entry
 * @param l1Bytes size of the L1 table
 * @param tables which L2 tables there are; not to be changed
 */
public record ChainFile(int clusterBytes, int entryBytes, long l1Bytes, BitSet tables)
    implements Serializable {
  /** The part of an L2 table that QEMU reads and caches at a time. */
  public static final int SLICE_BYTES = 4096;

  private static final int QCOW2_ENTRY_BYTES = 8;

  /** A qcow2 file with an L1 table for a disk of this length. */
  static ChainFile of(long virtualBytes, int clusterBytes, BitSet tables) {
    long tableBytes = (long) clusterBytes / QCOW2_ENTRY_BYTES * clusterBytes;
    return new ChainFile(
        clusterBytes, QCOW2_ENTRY_BYTES, up(virtualBytes, tableBytes) * Long.BYTES, tables);
  }

  /** Whether the file finds its clusters by tables, as every file but a raw image does. */
  public boolean hasTables() {
    return clusterBytes > 0;
  }

  /**
   * Size of a slice: {@link #SLICE_BYTES}, but no more than a table, which has the size of a
   * cluster.
   */
  public int sliceBytes() {
    return Math.min(SLICE_BYTES, clusterBytes);
  }

  /** Guest bytes that the entries of a slice cover. */
  public long sliceSpanBytes() {
    return (long) sliceBytes() / entryBytes * clusterBytes;
  }

  /** Guest bytes that the entries of a table cover. */
  public long tableSpanBytes() {
    return (long) clusterBytes / entryBytes * clusterBytes;
  }

  /** Bytes of all L2 entries for a disk of this length; 0 for a raw image. */
  public long l2Bytes(long virtualBytes) {
    return hasTables() ? up(virtualBytes, clusterBytes) * entryBytes : 0;
  }

  private static long up(long bytes, long unit) {
    return (bytes + unit - 1) / unit;
  }
}
