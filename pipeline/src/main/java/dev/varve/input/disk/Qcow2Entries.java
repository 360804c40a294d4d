package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteOrder;

/** The entries of a qcow2 image's tables of clusters, decoded one by one. */
final class Qcow2Entries {
  static final int SUBCLUSTERS = 32;

  /** Bits of an entry: the cluster's offset in the file, and that its reference count is 1. */
  static final long HOST = 0x00ff_ffff_ffff_fe00L;

  static final long COPIED = 1L << 63;
  private static final int SLOTS = 8;
  private static final int SECTOR_BYTES = 512;
  private static final long COMPRESSED = 1L << 62;
  private static final long ZERO = 1;

  /** Stands for an absent cluster, as 0 is a valid offset in an external data file. */
  private static final long NONE = -1;

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
    l2 = new TablePages(file, SLOTS, ByteOrder.BIG_ENDIAN);
  }

  /** Size of an entry. */
  int bytes() {
    return entryBytes;
  }

  /** Number of entries of an L2 table, which fills one cluster. */
  long ofTable() {
    return clusterBytes / entryBytes;
  }

  /**
   * Reads the entry of a guest offset: a run from there to the end of the cluster or subcluster.
   *
   * @param table where the L2 table starts, not 0
   */
  ClusterRun at(long table, long offset) throws IOException {
    long at = table + (offset >>> header.clusterBits()) % ofTable() * entryBytes;
    long entry = l2.longAt(at);
    long within = offset % clusterBytes;
    long left = clusterBytes - within;
    if ((entry & COMPRESSED) != 0 && data != file) {
      throw file.corrupt(at, "a compressed cluster, although the data is in an external file");
    }
    if ((entry & COMPRESSED) != 0) {
      return compressed(entry & ~(COPIED | COMPRESSED), left);
    }
    boolean zeroFlag = header.version() >= 3 && !header.extendedL2();
    if ((entry & ~(HOST | COPIED | (zeroFlag ? ZERO : 0))) != 0) {
      throw file.corrupt(at, "reserved bits are set in the L2 entry " + Long.toHexString(entry));
    }
    long host = entry & HOST;
    if (host % clusterBytes != 0) {
      throw file.corrupt(
          at, "the cluster's offset " + host + " is not a multiple of the cluster size");
    }
    // In an external data file a cluster may begin at offset 0. The COPIED bit distinguishes it
    // from an absent cluster.
    boolean stored = host != 0 || (data != file && (entry & COPIED) != 0);
    if (stored && host >= data.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the cluster at " + host + " is beyond the end of the file at " + data.bytes());
    }
    if (header.extendedL2()) {
      return subcluster(at + Long.BYTES, stored ? host : NONE, within);
    }
    if ((entry & ZERO) != 0) {
      return ClusterRun.nothing(State.ZERO, left);
    }
    return stored
        ? new ClusterRun(State.NORMAL, left, host + within, left)
        : ClusterRun.nothing(State.UNALLOCATED, left);
  }

  /** A run of compressed bytes, with the sectors that they may fill. */
  private ClusterRun compressed(long descriptor, long left) {
    int offsetBits = 62 - (header.clusterBits() - 8);
    long offset = descriptor & (1L << offsetBits) - 1;
    long sectors = (descriptor >>> offsetBits) + 1;
    long stored = sectors * SECTOR_BYTES - offset % SECTOR_BYTES;
    return new ClusterRun(State.COMPRESSED, left, offset, stored);
  }

  private ClusterRun subcluster(long at, long host, long within) throws IOException {
    long bitmap = l2.longAt(at);
    int allocated = (int) bitmap;
    int zero = (int) (bitmap >>> SUBCLUSTERS);
    if ((allocated & zero) != 0 || (host == NONE && allocated != 0)) {
      throw file.corrupt(at, "an invalid subcluster bitmap " + Long.toHexString(bitmap));
    }
    long bytes = clusterBytes / SUBCLUSTERS;
    int bit = 1 << (int) (within / bytes);
    long left = bytes - within % bytes;
    if ((zero & bit) != 0) {
      return ClusterRun.nothing(State.ZERO, left);
    }
    return (allocated & bit) == 0
        ? ClusterRun.nothing(State.UNALLOCATED, left)
        : new ClusterRun(State.NORMAL, left, host + within, left);
  }
}
