package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteOrder;

/** The entries of a qcow2 image's tables of clusters, decoded one by one. */
final class Qcow2Entries {
  static final int SUBCLUSTERS = 32;

  /** Bits of an entry: the cluster's offset in the file, and that its reference count is 1. */
  static final long OFFSET_MASK = 0x00ff_ffff_ffff_fe00L;

  static final long COPIED_FLAG = 1L << 63;
  private static final int CACHED_PAGES = 8;
  private static final int SECTOR_BYTES = 512;
  private static final long COMPRESSED_FLAG = 1L << 62;
  private static final long ZERO_FLAG = 1;

  /** Stands for an absent cluster, as 0 is a valid offset in an external data file. */
  private static final long NO_CLUSTER = -1;

  private final DiskFile file;
  private final DiskFile data;
  private final Qcow2Header header;
  private final long clusterBytes;
  private final int entryBytes;
  private final TablePages l2;

  /**
   * @param data the file that contains the clusters: {@code file} itself, or its external data file
   */
  Qcow2Entries(DiskFile file, DiskFile data, Qcow2Header header) {
    this.file = file;
    this.data = data;
    this.header = header;
    clusterBytes = header.clusterBytes();
    entryBytes = header.extendedL2() ? 2 * Long.BYTES : Long.BYTES;
    l2 = new TablePages(file, CACHED_PAGES, ByteOrder.BIG_ENDIAN);
  }

  /** Size of an entry. */
  int bytes() {
    return entryBytes;
  }

  /** Number of entries of an L2 table, which fills one cluster. */
  long perTable() {
    return clusterBytes / entryBytes;
  }

  /**
   * Reads the entry of a guest offset: a run from there to the end of the cluster or subcluster.
   *
   * @param table where the L2 table starts, not 0
   */
  ClusterRun entryOf(long table, long offset) throws IOException {
    long at = table + (offset >>> header.clusterBits()) % perTable() * entryBytes;
    long entry = l2.longAt(at);
    long within = offset % clusterBytes;
    long remaining = clusterBytes - within;
    if ((entry & COMPRESSED_FLAG) != 0 && data != file) {
      throw file.corrupt(at, "a compressed cluster, although the data is in an external file");
    }
    if ((entry & COMPRESSED_FLAG) != 0) {
      return compressed(entry & ~(COPIED_FLAG | COMPRESSED_FLAG), remaining);
    }
    boolean zeroFlag = header.version() >= 3 && !header.extendedL2();
    if ((entry & ~(OFFSET_MASK | COPIED_FLAG | (zeroFlag ? ZERO_FLAG : 0))) != 0) {
      throw file.corrupt(at, "reserved bits are set in the L2 entry " + Long.toHexString(entry));
    }
    long host = entry & OFFSET_MASK;
    if (host % clusterBytes != 0) {
      throw file.corrupt(
          at, "the cluster's offset " + host + " is not a multiple of the cluster size");
    }
    // In an external data file a cluster may begin at offset 0. The COPIED bit distinguishes it
    // from an absent cluster.
    boolean stored = host != 0 || (data != file && (entry & COPIED_FLAG) != 0);
    if (stored && host >= data.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the cluster at " + host + " is beyond the end of the file at " + data.bytes());
    }
    if (header.extendedL2()) {
      return subcluster(at + Long.BYTES, stored ? host : NO_CLUSTER, within);
    }
    if ((entry & ZERO_FLAG) != 0) {
      return ClusterRun.nothing(State.ZERO, remaining);
    }
    return stored
        ? new ClusterRun(State.NORMAL, remaining, host + within, remaining)
        : ClusterRun.nothing(State.UNALLOCATED, remaining);
  }

  /** A run of compressed bytes, with the sectors that they may fill. */
  private ClusterRun compressed(long descriptor, long remaining) {
    int offsetBits = 62 - (header.clusterBits() - 8);
    long offset = descriptor & (1L << offsetBits) - 1;
    long sectors = (descriptor >>> offsetBits) + 1;
    long stored = sectors * SECTOR_BYTES - offset % SECTOR_BYTES;
    return new ClusterRun(State.COMPRESSED, remaining, offset, stored);
  }

  private ClusterRun subcluster(long at, long host, long within) throws IOException {
    long bitmap = l2.longAt(at);
    int allocated = (int) bitmap;
    int zero = (int) (bitmap >>> SUBCLUSTERS);
    if ((allocated & zero) != 0 || (host == NO_CLUSTER && allocated != 0)) {
      throw file.corrupt(at, "an invalid subcluster bitmap " + Long.toHexString(bitmap));
    }
    long bytes = clusterBytes / SUBCLUSTERS;
    int bit = 1 << (int) (within / bytes);
    long remaining = bytes - within % bytes;
    if ((zero & bit) != 0) {
      return ClusterRun.nothing(State.ZERO, remaining);
    }
    return (allocated & bit) == 0
        ? ClusterRun.nothing(State.UNALLOCATED, remaining)
        : new ClusterRun(State.NORMAL, remaining, host + within, remaining);
  }
}
