package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * The tables of one state of a qcow2 image: a table of tables (L1) whose entries lead to tables of
 * clusters (L2), which {@link Qcow2Entries} decodes. Both levels are read page by page when needed.
 *
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format, sections
 *     Cluster mapping and Extended L2 Entries</a>
 */
final class Qcow2Tables implements BlockTables {
  private static final int L1_CACHED_PAGES = 2;

  private final DiskFile file;
  private final DiskFile data;
  private final Qcow2Header header;
  private final long l1Offset;
  private final long l1Entries;
  private final long virtualBytes;
  private final long clusterBytes;
  private final int tableSpanBits;
  private final CompressedClusters clusters;
  private final TablePages l1;
  private final Qcow2Entries entries;
  private long lastTable = -1;
  private long lastEntry;

  /**
   * @param data the file that contains the clusters: {@code file} itself, or its external data file
   * @param statedAt offset in the file where the next three values are stated, for faults
   * @param l1Offset where the L1 table of the state starts
   * @param l1Entries number of entries of the L1 table, as stated in the file
   * @param virtualBytes length of the disk in that state
   * @throws dev.varve.model.MalformedBlobException when the L1 table cannot be that of such a disk
   */
  Qcow2Tables(
      DiskFile file,
      DiskFile data,
      Qcow2Header header,
      CompressedClusters clusters,
      long statedAt,
      long l1Offset,
      long l1Entries,
      long virtualBytes)
      throws IOException {
    this.file = file;
    this.data = data;
    this.header = header;
    this.clusters = clusters;
    this.l1Offset = l1Offset;
    this.l1Entries = l1Entries;
    this.virtualBytes = virtualBytes;
    clusterBytes = header.clusterBytes();
    entries = new Qcow2Entries(file, data, header);
    tableSpanBits = header.clusterBits() + Long.numberOfTrailingZeros(entries.perTable());
    l1 = new TablePages(file, L1_CACHED_PAGES, ByteOrder.BIG_ENDIAN);
    check(statedAt, l1Entries);
  }

  private void check(long statedAt, long l1Entries) throws IOException {
    if (virtualBytes < 0 || l1Entries > Qcow2Header.MOST_L1_ENTRIES) {
      throw file.corrupt(
          statedAt,
          "a disk of "
              + Long.toUnsignedString(virtualBytes)
              + " bytes with an L1 table of "
              + l1Entries
              + " entries is larger than the format allows");
    }
    long needed = virtualBytes == 0 ? 0 : ((virtualBytes - 1) >>> tableSpanBits) + 1;
    if (l1Entries < needed) {
      throw file.corrupt(
          statedAt, "an L1 table of " + l1Entries + " entries; the disk's size requires " + needed);
    }
    if (l1Offset < 0 || l1Offset % clusterBytes != 0) {
      throw file.corrupt(
          statedAt, "the L1 table's offset " + l1Offset + " is not a multiple of the cluster size");
    }
    if (l1Offset > file.bytes() - Long.BYTES * l1Entries) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the L1 table at " + l1Offset + " reaches beyond the end of the file at " + file.bytes());
    }
  }

  @Override
  public DiskFile file() {
    return file;
  }

  @Override
  public long virtualBytes() {
    return virtualBytes;
  }

  @Override
  public FileTables fileTables() throws IOException {
    BitSet present = new BitSet();
    for (long at = 0; at < virtualBytes; at = endOfTable(at)) {
      if (hasTable(at)) {
        present.set((int) tableOf(at));
      }
    }
    return new FileTables((int) clusterBytes, entries.bytes(), l1Entries * Long.BYTES, present);
  }

  @Override
  public int unitBytes() {
    return (int) (header.extendedL2() ? clusterBytes / Qcow2Entries.SUBCLUSTERS : clusterBytes);
  }

  @Override
  public long tableOf(long offset) {
    return offset >>> tableSpanBits;
  }

  @Override
  public long endOfTable(long offset) {
    return Math.min(virtualBytes, (tableOf(offset) + 1) << tableSpanBits);
  }

  @Override
  public ClusterBudget budget() {
    return new ClusterBudget(
        file.bytes() / clusterBytes,
        data.bytes(),
        file.bytes() / header.codec().leastBytes(clusterBytes));
  }

  @Override
  public void check(ClusterBudget budget) throws IOException {
    if (budget.isExceeded()) {
      throw file.corrupt(
          l1Offset, "its tables refer to more clusters than fit into the file: some overlap");
    }
  }

  /** The L1 entry of a guest offset: where its L2 table starts in the file, or 0. */
  private long l1Entry(long offset) throws IOException {
    if (tableOf(offset) != lastTable) {
      lastEntry = readL1Entry(offset);
      lastTable = tableOf(offset);
    }
    return lastEntry;
  }

  private long readL1Entry(long offset) throws IOException {
    long at = l1Offset + tableOf(offset) * Long.BYTES;
    long entry = l1.longAt(at);
    if ((entry & ~(Qcow2Entries.OFFSET_MASK | Qcow2Entries.COPIED_FLAG)) != 0) {
      throw file.corrupt(at, "reserved bits are set in the L1 entry " + Long.toHexString(entry));
    }
    long table = entry & Qcow2Entries.OFFSET_MASK;
    if (table % clusterBytes != 0) {
      throw file.corrupt(
          at, "the L2 table's offset " + table + " is not a multiple of the cluster size");
    }
    if (table > file.bytes() - clusterBytes) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the L2 table at " + table + " reaches beyond the end of the file at " + file.bytes());
    }
    return table;
  }

  @Override
  public boolean hasTable(long offset) throws IOException {
    return l1Entry(offset) != 0;
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    return entries.entryOf(l1Entry(offset), offset);
  }

  @Override
  public void read(long offset, ClusterRun run, byte[] into, int from, int length)
      throws IOException {
    if (run.state() == State.NORMAL) {
      data.read(run.hostOffset(), into, from, length);
    } else {
      int within = (int) (offset % clusterBytes);
      int bytes = header.clusterBytes();
      PackedCluster packed =
          new PackedCluster(header.codec(), bytes, bytes, run.hostOffset(), run.storedBytes());
      clusters.read(file, packed, within, into, from, length);
    }
  }

  @Override
  public boolean isMarkedCorrupt() {
    return header.isMarkedCorrupt();
  }

  @Override
  @SuppressWarnings("try") // both resources are only closed
  public void close() throws IOException {
    try (DiskFile own = file;
        DiskFile outside = data == file ? null : data;
        CompressedClusters inflated = clusters) {
      // The body is empty: try-with-resources closes both.
    }
  }
}
