package dev.varve.input.disk;

import java.util.BitSet;

/**
 * The tables by which a file of a chain finds its clusters: a table of tables (L1), and tables of
 * clusters (L2). An L2 table has the size of a cluster, and exists only where something was
 * written.
 *
 * @param clusterBytes size of a cluster; 0 for a raw image, which needs no tables
 * @param entryBytes size of an L2 entry: 8, or 16 with subclusters
 * @param l1Bytes size of the L1 table
 * @param present the L2 tables that exist, by their index in the L1 table; must not be changed
 */
public record FileTables(int clusterBytes, int entryBytes, long l1Bytes, BitSet present) {
  /** The tables of a raw image. */
  public static final FileTables NONE = new FileTables(0, 0, 0, new BitSet());
}
