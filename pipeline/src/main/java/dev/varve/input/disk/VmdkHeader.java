package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The header of a sparse VMDK file: a disk with its descriptor, or a part of one; also the older
 * form that ESX writes.
 *
 * @param tableEntries number of entries of a grain table
 * @param directoryOffset offset in the file of the grain directory
 * @param hasZeroGrains whether entry 1 marks zeros
 * @param isCompressed whether grains are packed
 * @param hasMarkers whether a packed grain follows a marker with its length
 * @param descriptorOffset offset in the file of the embedded descriptor; 0 in a file that is a part
 *     of a disk
 */
record VmdkHeader(
    long virtualBytes,
    int grainBytes,
    int tableEntries,
    long directoryOffset,
    boolean hasZeroGrains,
    boolean isCompressed,
    boolean hasMarkers,
    long descriptorOffset,
    long descriptorBytes) {
  static final Magic SPARSE = new Magic(0, "KDMV");
  static final Magic ESX = new Magic(0, "COWD");
  static final Magic TEXT = new Magic(0, "# Disk DescriptorFile");

  /**
   * Magic of a descriptor whose first comment is not VMware's, or that has no comment; QEMU's
   * {@code vmdk_probe} accepts the same.
   */
  static final Magic VERSION =
      new Magic(0, "version=1\n", Pattern.compile("(?:#[^\n]*\n| +\r?\n)*+version=[123]\r?\n"));

  static final List<Magic> MAGICS = List.of(SPARSE, ESX, TEXT, VERSION);
  private static final int BYTES = 512;
  private static final int SECTOR_BYTES = 512;
  private static final int ESX_TABLE_ENTRIES = 4096;
  private static final int MOST_TABLE_ENTRIES = 4096;
  private static final long MOST_GRAIN_BYTES = 1 << 30;
  private static final long MOST_PACKED_BYTES = 4 << 20;
  private static final long MOST_SECTORS = 1L << 52;

  /** Value of the directory's offset in a streamed file, whose last header has the real one. */
  private static final long DIRECTORY_AT_END = -1;

  /** Bits of the header's flags. */
  private static final int NEWLINES_BIT = 1;

  private static final int REDUNDANT_BIT = 1 << 1;
  private static final int ZERO_BIT = 1 << 2;
  private static final int COMPRESSED_BIT = 1 << 16;
  private static final int MARKERS_BIT = 1 << 17;

  /** The header of a file that shows one of the two binary magics. */
  static VmdkHeader read(DiskFile file) throws IOException {
    byte[] head = file.head(BYTES);
    if (!SPARSE.matches(head) && !ESX.matches(head)) {
      throw file.corrupt(0, "not a VMDK image: the magic is missing");
    }
    ByteBuffer fields = file.readFields(0, BYTES, ByteOrder.LITTLE_ENDIAN);
    if (ESX.matches(fields)) {
      return requireDirectory(
          file,
          0,
          new VmdkHeader(
              sectors(file, 12, unsigned(fields, 12)),
              grain(file, 16, unsigned(fields, 16)),
              ESX_TABLE_ENTRIES,
              unsigned(fields, 20) * SECTOR_BYTES,
              false,
              false,
              false,
              0,
              0));
    }
    return sparse(file, 0, fields, fields.getLong(56) == DIRECTORY_AT_END);
  }

  private static VmdkHeader sparse(DiskFile file, long at, ByteBuffer fields, boolean isAtEnd)
      throws IOException {
    int version = fields.getInt(4);
    if (version < 1 || version > 3) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, at + 4, "VMDK version " + version + " is not read; 1 to 3 are");
    }
    int flags = fields.getInt(8);
    if ((flags & NEWLINES_BIT) != 0 && fields.getInt(73) != 0x0a0d200a) {
      throw file.corrupt(at + 73, "its line ends were changed: the file was copied as text");
    }
    if (isAtEnd && at == 0) {
      return sparse(file, file.bytes() - 2 * BYTES, footer(file), true);
    }
    int compression = fields.getShort(77) & 0xffff;
    if (compression > 1) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          at + 77,
          "compression " + compression + "; 1 (deflate) is read");
    }
    int grainBytes = grain(file, at + 20, fields.getLong(20));
    int entries = fields.getInt(44);
    if (entries < 1 || entries > MOST_TABLE_ENTRIES) {
      throw file.corrupt(
          at + 44, "grain tables of " + Integer.toUnsignedString(entries) + " entries");
    }
    if (compression != 0 && grainBytes > MOST_PACKED_BYTES) {
      throw file.corrupt(at + 20, "compressed grains of " + grainBytes + " bytes");
    }
    long virtualBytes = sectors(file, at + 12, fields.getLong(12));
    long first = sectors(file, at + 56, fields.getLong(56));
    boolean isPresent = first > 0 && first < file.bytes();
    long redundant = (flags & REDUNDANT_BIT) == 0 ? 0 : sectors(file, at + 48, fields.getLong(48));
    return requireDirectory(
        file,
        at + 56,
        new VmdkHeader(
            virtualBytes,
            grainBytes,
            entries,
            isPresent || redundant == 0 ? first : redundant,
            (flags & ZERO_BIT) != 0,
            compression != 0 || (flags & COMPRESSED_BIT) != 0,
            (flags & MARKERS_BIT) != 0,
            sectors(file, at + 28, fields.getLong(28)),
            sectors(file, at + 36, fields.getLong(36))));
  }

  /** The header at the end of a file that was written as a stream. */
  private static ByteBuffer footer(DiskFile file) throws IOException {
    long at = file.bytes() - 2 * BYTES;
    if (at >= BYTES) {
      ByteBuffer fields = file.readFields(at, BYTES, ByteOrder.LITTLE_ENDIAN);
      if (SPARSE.matches(fields) && fields.getLong(56) != DIRECTORY_AT_END) {
        return fields;
      }
    }
    throw file.malformed(
        RejectReason.TRUNCATED,
        file.bytes(),
        "the footer is missing, which has the place of the grain directory");
  }

  /** Guest bytes that one grain table covers. */
  long tableSpanBytes() {
    return (long) tableEntries * grainBytes;
  }

  private static VmdkHeader requireDirectory(DiskFile file, long at, VmdkHeader header)
      throws IOException {
    long tables = header.virtualBytes / header.tableSpanBytes();
    tables += header.virtualBytes % header.tableSpanBytes() == 0 ? 0 : 1;
    if (tables > 0 && header.directoryOffset > file.bytes() - 4 * tables) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the grain directory at %d for %d tables reaches beyond the end of the file at %d"
              .formatted(header.directoryOffset, tables, file.bytes()));
    }
    return header;
  }

  private static long unsigned(ByteBuffer fields, int at) {
    return Integer.toUnsignedLong(fields.getInt(at));
  }

  private static int grain(DiskFile file, long at, long sectors) throws IOException {
    if (sectors < 1 || sectors > MOST_GRAIN_BYTES / SECTOR_BYTES || Long.bitCount(sectors) != 1) {
      throw file.corrupt(
          at,
          "grains of " + Long.toUnsignedString(sectors) + " sectors; powers of two are allowed");
    }
    return (int) sectors * SECTOR_BYTES;
  }

  private static long sectors(DiskFile file, long at, long sectors) throws IOException {
    if (sectors < 0 || sectors > MOST_SECTORS) {
      throw file.corrupt(
          at, Long.toUnsignedString(sectors) + " sectors are more than any file can have");
    }
    return sectors * SECTOR_BYTES;
  }
}
