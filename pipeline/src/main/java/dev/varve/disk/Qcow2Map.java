package dev.varve.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;

/**
 * Where a qcow2 file keeps the clusters of one state of its disk: a table of tables (L1) whose
 * entries lead to tables of clusters (L2). Both are read page by page as they are needed.
 *
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format, sections
 *     Cluster mapping and Extended L2 Entries</a>
 */
final class Qcow2Map {
  /** Entries looked at for one run, so that a call is bounded. */
  private static final int MOST_STEPS = 2048;

  private static final int L1_SLOTS = 2;
  private static final int L2_SLOTS = 8;
  private static final int SUBCLUSTERS = 32;
  private static final long HOST = 0x00ff_ffff_ffff_fe00L;
  private static final long COPIED = 1L << 63;
  private static final long COMPRESSED = 1L << 62;
  private static final long ZERO = 1;

  private final DiskFile file;
  private final Qcow2Header header;
  private final long l1Offset;
  private final long virtualBytes;
  private final long clusterBytes;
  private final int entryBytes;
  private final long tableEntries;
  private final int spanBits;
  private final TablePages l1;
  private final TablePages l2;

  /** What a file says of a run of guest bytes. */
  enum Kind {
    DATA,
    COMPRESSED,
    ZERO,
    UNALLOCATED
  }

  /**
   * Guest bytes of one kind.
   *
   * @param host offset in the file of the first byte of data; of a compressed cluster its
   *     descriptor; else 0
   */
  record Run(Kind kind, long bytes, long host) {
    private boolean goesOnWith(Run next, long distance) {
      return kind == next.kind
          && kind != Kind.COMPRESSED
          && (kind != Kind.DATA || next.host == host + distance);
    }
  }

  /**
   * @param statedAt where the file states what follows, for faults
   * @param l1Offset where the L1 table of the state starts
   * @param l1Entries its length as the file has it
   * @param virtualBytes length of the disk in that state
   * @throws dev.varve.model.MalformedBlobException when the L1 table cannot be that of such a disk
   */
  Qcow2Map(
      DiskFile file,
      Qcow2Header header,
      long statedAt,
      long l1Offset,
      long l1Entries,
      long virtualBytes)
      throws IOException {
    this.file = file;
    this.header = header;
    this.l1Offset = l1Offset;
    this.virtualBytes = virtualBytes;
    clusterBytes = header.clusterBytes();
    entryBytes = header.extendedL2() ? 2 * Long.BYTES : Long.BYTES;
    tableEntries = clusterBytes / entryBytes;
    spanBits = header.clusterBits() + Long.numberOfTrailingZeros(tableEntries);
    l1 = new TablePages(file, L1_SLOTS);
    l2 = new TablePages(file, L2_SLOTS);
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
    long needed = virtualBytes == 0 ? 0 : ((virtualBytes - 1) >>> spanBits) + 1;
    if (l1Entries < needed) {
      throw file.corrupt(
          statedAt,
          "an L1 table of " + l1Entries + " entries, where the disk's size asks for " + needed);
    }
    if (l1Offset < 0 || l1Offset % clusterBytes != 0) {
      throw file.corrupt(statedAt, "the L1 table's offset " + l1Offset + " is no cluster's start");
    }
    if (l1Offset > file.bytes() - Long.BYTES * l1Entries) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the L1 table at " + l1Offset + " lies beyond the end of the file at " + file.bytes());
    }
  }

  /**
   * The run that begins at a guest offset. It ends where the kind or the place changes, where an L2
   * table ends, at {@code most} bytes or a little beyond, or after a bounded number of entries.
   */
  Run run(long offset, long most) throws IOException {
    long index = offset >>> spanBits;
    long table = table(index);
    long end = Math.min(virtualBytes, (index + 1) << spanBits);
    if (table == 0) {
      for (int step = 0; step < MOST_STEPS && end - offset < most && end < virtualBytes; step++) {
        if (table(end >>> spanBits) != 0) {
          break;
        }
        end = Math.min(virtualBytes, end + (1L << spanBits));
      }
      return new Run(Kind.UNALLOCATED, end - offset, 0);
    }
    Run first = piece(table, offset);
    long at = offset + first.bytes();
    for (int step = 0; step < MOST_STEPS && at - offset < most && at < end; step++) {
      Run next = piece(table, at);
      if (!first.goesOnWith(next, at - offset)) {
        break;
      }
      at += next.bytes();
    }
    return new Run(first.kind(), Math.min(at, end) - offset, first.host());
  }

  /**
   * Guest bytes that this file holds data for. A file whose tables or clusters would not fit into
   * it is refused: some of them must overlap, and counting on could take for ever.
   */
  long allocatedBytes() throws IOException {
    long allocated = 0;
    long plain = 0;
    long tables = 0;
    long table = -1;
    for (long offset = 0; offset < virtualBytes; ) {
      Run run = run(offset, Long.MAX_VALUE);
      if (offset >>> spanBits != table) {
        table = offset >>> spanBits;
        tables += table(table) == 0 ? 0 : 1;
      }
      if (run.kind() == Kind.DATA || run.kind() == Kind.COMPRESSED) {
        allocated += run.bytes();
        plain += run.kind() == Kind.DATA ? run.bytes() : 0;
      }
      if (tables > file.bytes() / clusterBytes || plain > file.bytes()) {
        throw file.corrupt(
            l1Offset, "its tables name more clusters than the file has room for: some overlap");
      }
      offset += run.bytes();
    }
    return allocated;
  }

  /** Where the L2 table of an L1 entry starts, or 0. */
  private long table(long index) throws IOException {
    long at = l1Offset + index * Long.BYTES;
    long entry = l1.longAt(at);
    if ((entry & ~(HOST | COPIED)) != 0) {
      throw file.corrupt(at, "reserved bits are set in the L1 entry " + Long.toHexString(entry));
    }
    long table = entry & HOST;
    if (table % clusterBytes != 0) {
      throw file.corrupt(at, "the L2 table's offset " + table + " is no cluster's start");
    }
    if (table > file.bytes() - clusterBytes) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the L2 table at " + table + " lies beyond the end of the file at " + file.bytes());
    }
    return table;
  }

  /** The run from a guest offset to the end of its cluster or subcluster. */
  private Run piece(long table, long offset) throws IOException {
    long at = table + (offset >>> header.clusterBits()) % tableEntries * entryBytes;
    long entry = l2.longAt(at);
    long within = offset % clusterBytes;
    long left = clusterBytes - within;
    if ((entry & COMPRESSED) != 0) {
      return new Run(Kind.COMPRESSED, left, entry & ~(COPIED | COMPRESSED));
    }
    boolean zeroFlag = header.version() >= 3 && !header.extendedL2();
    if ((entry & ~(HOST | COPIED | (zeroFlag ? ZERO : 0))) != 0) {
      throw file.corrupt(at, "reserved bits are set in the L2 entry " + Long.toHexString(entry));
    }
    long host = entry & HOST;
    if (host % clusterBytes != 0) {
      throw file.corrupt(at, "the cluster's offset " + host + " is no cluster's start");
    }
    if (host >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the cluster at " + host + " lies beyond the end of the file at " + file.bytes());
    }
    if (header.extendedL2()) {
      return subcluster(at + Long.BYTES, host, within);
    }
    if ((entry & ZERO) != 0) {
      return new Run(Kind.ZERO, left, 0);
    }
    return host == 0 ? new Run(Kind.UNALLOCATED, left, 0) : new Run(Kind.DATA, left, host + within);
  }

  private Run subcluster(long at, long host, long within) throws IOException {
    long bitmap = l2.longAt(at);
    int allocated = (int) bitmap;
    int zero = (int) (bitmap >>> SUBCLUSTERS);
    if ((allocated & zero) != 0 || (host == 0 && allocated != 0)) {
      throw file.corrupt(at, "an impossible subcluster bitmap " + Long.toHexString(bitmap));
    }
    long bytes = clusterBytes / SUBCLUSTERS;
    int bit = 1 << (int) (within / bytes);
    long left = bytes - within % bytes;
    if ((zero & bit) != 0) {
      return new Run(Kind.ZERO, left, 0);
    }
    return (allocated & bit) == 0
        ? new Run(Kind.UNALLOCATED, left, 0)
        : new Run(Kind.DATA, left, host + within);
  }
}
