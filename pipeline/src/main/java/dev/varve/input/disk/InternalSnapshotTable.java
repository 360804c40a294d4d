package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of a qcow2 file's internal snapshots.
 *
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format, section
 *     Snapshots</a>
 */
final class InternalSnapshotTable {
  private static final int ENTRY_BYTES = 40;
  private static final int MOST_EXTRA_BYTES = 1024;

  /** Offset of the disk's size in the extra data of an entry; old entries lack it. */
  private static final int SIZE_IN_EXTRA = 8;

  /**
   * Most internal snapshots of one file. QEMU accepts 65,536. Here opening each snapshot reads the
   * table again, so that the cost grows with the square of their number.
   */
  private static final long MOST_SNAPSHOTS = 2048;

  private static final long MOST_TABLE_BYTES = 64 << 20;
  private static final int MICROS = 1_000_000;

  private InternalSnapshotTable() {}

  /** Reads the snapshots in the order of the table, in which they were taken. */
  static List<InternalSnapshot> read(DiskFile file, Qcow2Header header) throws IOException {
    List<InternalSnapshot> snapshots = new ArrayList<>();
    long at = header.snapshotsOffset();
    if (header.snapshots() == 0) {
      return snapshots;
    }
    if (header.snapshots() > MOST_SNAPSHOTS) {
      throw file.malformed(
          RejectReason.LIMIT,
          Qcow2Header.SNAPSHOTS_AT,
          header.snapshots() + " internal snapshots; at most " + MOST_SNAPSHOTS + " are read");
    }
    if (at < 0 || at % header.clusterBytes() != 0) {
      throw file.corrupt(
          Qcow2Header.SNAPSHOTS_AT,
          "the snapshot table's offset " + at + " is not a multiple of the cluster size");
    }
    byte[] entry = new byte[ENTRY_BYTES];
    for (long left = header.snapshots(); left > 0; left--) {
      file.read(at, entry, 0, ENTRY_BYTES);
      ByteBuffer fields = ByteBuffer.wrap(entry);
      int idBytes = Short.toUnsignedInt(fields.getShort(12));
      int nameBytes = Short.toUnsignedInt(fields.getShort(14));
      int extraBytes = fields.getInt(36);
      if (extraBytes < 0 || extraBytes > MOST_EXTRA_BYTES) {
        throw file.corrupt(
            at + 36,
            "a snapshot has " + extraBytes + " bytes of extra data; at most " + MOST_EXTRA_BYTES);
      }
      byte[] rest = new byte[extraBytes + idBytes + nameBytes];
      file.read(at + ENTRY_BYTES, rest, 0, rest.length);
      long bytes =
          extraBytes >= SIZE_IN_EXTRA + Long.BYTES
              ? ByteBuffer.wrap(rest).getLong(SIZE_IN_EXTRA)
              : header.virtualBytes();
      snapshots.add(
          new InternalSnapshot(
              new String(rest, extraBytes, idBytes, StandardCharsets.UTF_8),
              new String(rest, extraBytes + idBytes, nameBytes, StandardCharsets.UTF_8),
              fields.getLong(0),
              Integer.toUnsignedLong(fields.getInt(8)),
              bytes,
              Integer.toUnsignedLong(fields.getInt(16)) * MICROS
                  + Integer.toUnsignedLong(fields.getInt(20)) / 1000));
      at += ENTRY_BYTES + (rest.length + 7L & ~7L);
      if (at - header.snapshotsOffset() > MOST_TABLE_BYTES) {
        throw file.malformed(
            RejectReason.LIMIT, at, "a snapshot table of more than " + MOST_TABLE_BYTES + " bytes");
      }
    }
    return snapshots;
  }
}
