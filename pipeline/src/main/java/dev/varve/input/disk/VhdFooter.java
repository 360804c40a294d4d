package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.UUID;

/**
 * The footer of a VHD file, which is its last sector. Dynamic and differencing disks have a copy of
 * it at their start.
 *
 * @param at offset in the file at which it was read
 * @param headerOffset offset in the file of the dynamic header
 */
record VhdFooter(long at, long virtualBytes, long headerOffset, int type, String identity) {
  static final int BYTES = 512;
  static final int FIXED = 2;
  static final int DYNAMIC = 3;
  static final int DIFFERENCING = 4;
  static final int TYPE_AT = 60;
  private static final String COOKIE = "conectix";
  static final List<Magic> MAGICS = List.of(new Magic(0, COOKIE), new Magic(-BYTES, COOKIE));

  /** Reads the copy at the start if its checksum is right, otherwise the footer at the end. */
  static VhdFooter read(DiskFile file) throws IOException {
    if (file.bytes() < BYTES) {
      throw file.malformed(
          RejectReason.TRUNCATED, file.bytes(), "the file ends inside the VHD footer");
    }
    for (long at : new long[] {0, file.bytes() - BYTES}) {
      ByteBuffer fields = file.readFields(at, BYTES, ByteOrder.BIG_ENDIAN);
      boolean isCopy = at < file.bytes() - BYTES;
      if (MAGICS.get(0).matches(fields)
          && isChecked(fields, 64)
          && (!isCopy || fields.getInt(TYPE_AT) != FIXED)) { // fixed disks have no copy

        return of(file, at, fields);
      }
    }
    throw file.corrupt(
        file.bytes() - BYTES,
        "no VHD footer with its cookie and checksum, neither at the end nor at the start");
  }

  private static VhdFooter of(DiskFile file, long at, ByteBuffer fields) throws IOException {
    int version = fields.getInt(12);
    if (version >>> 16 != 1) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, at + 12, "VHD version " + (version >>> 16) + "; 1 is read");
    }
    long bytes = fields.getLong(48);
    int type = fields.getInt(TYPE_AT);
    if (type != FIXED && type != DYNAMIC && type != DIFFERENCING) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          at + TYPE_AT,
          "a VHD of type "
              + type
              + " is not read; 2 (fixed), 3 (dynamic) and 4 (differencing) are");
    }
    if (bytes < 0) {
      throw file.corrupt(at + 48, "a VHD of type %d with %d bytes".formatted(type, bytes));
    }
    return new VhdFooter(at, bytes, fields.getLong(16), type, uuid(fields, 68));
  }

  static String uuid(ByteBuffer fields, int at) {
    return new UUID(fields.getLong(at), fields.getLong(at + 8)).toString();
  }

  /** Whether a checksum is the complement of the sum of all other bytes. */
  static boolean isChecked(ByteBuffer fields, int checksumAt) {
    int sum = 0;
    for (int at = 0; at < fields.capacity(); at++) {
      sum += at < checksumAt || at >= checksumAt + 4 ? fields.get(at) & 0xff : 0;
    }
    return ~sum == fields.getInt(checksumAt);
  }
}
