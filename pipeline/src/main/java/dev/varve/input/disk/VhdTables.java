package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The block allocation table of a dynamic or differencing VHD. Each block begins with a bitmap of
 * its sectors. In a differencing disk the bitmap says which sectors this file stores. A dynamic
 * disk stores all sectors of its blocks, written or not.
 */
final class VhdTables implements BlockTables {
  private static final Magic COOKIE = new Magic(0, "cxsparse");
  private static final int HEADER_BYTES = 1024;
  private static final int SECTOR_BYTES = 512;
  private static final int MOST_BLOCK_BYTES = 256 << 20;
  private static final int TABLE_CACHED_PAGES = 4;
  private static final int BITMAP_CACHED_PAGES = 4;

  /** Entry of the table for a block that the file does not store. */
  private static final long UNALLOCATED_ENTRY = 0xffff_ffffL;

  private final DiskFile file;
  private final ByteBuffer header;
  private final TablePages table;
  private final TablePages bitmaps;
  private final boolean isDifferencing;
  private final long virtualBytes;
  private final long tableOffset;
  private final int blockBytes;
  private final int bitmapBytes;

  VhdTables(DiskFile file, VhdFooter footer) throws IOException {
    this.file = file;
    long at = footer.headerOffset();
    if (at < 0 || at > file.bytes() - HEADER_BYTES) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          footer.at() + 16,
          "the dynamic header at %d is beyond the end of the file at %d"
              .formatted(at, file.bytes()));
    }
    header = file.readFields(at, HEADER_BYTES, ByteOrder.BIG_ENDIAN);
    if (!COOKIE.matches(header) || !VhdFooter.isChecked(header, 36)) {
      throw file.corrupt(at, "the dynamic header lacks its cookie, or its checksum is wrong");
    }
    table = new TablePages(file, TABLE_CACHED_PAGES, ByteOrder.BIG_ENDIAN);
    bitmaps = new TablePages(file, BITMAP_CACHED_PAGES, ByteOrder.BIG_ENDIAN);
    isDifferencing = footer.type() == VhdFooter.DIFFERENCING;
    virtualBytes = footer.virtualBytes();
    tableOffset = header.getLong(16);
    blockBytes = header.getInt(32);
    check(at, Integer.toUnsignedLong(header.getInt(28)));
    int sectors = blockBytes / SECTOR_BYTES;
    bitmapBytes = ((sectors + 7) / 8 + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
  }

  private void check(long at, long entries) throws IOException {
    if (Integer.bitCount(blockBytes) != 1
        || blockBytes < SECTOR_BYTES
        || blockBytes > MOST_BLOCK_BYTES) {
      throw file.corrupt(
          at + 32,
          "blocks of "
              + Integer.toUnsignedString(blockBytes)
              + " bytes; powers of two from 512 bytes to 256 MiB are allowed");
    }
    long needed = virtualBytes == 0 ? 0 : (virtualBytes - 1) / blockBytes + 1;
    if (entries < needed) {
      throw file.corrupt(
          at + 28, "a table of " + entries + " blocks; the disk's size requires " + needed);
    }
    if (tableOffset < 0 || tableOffset % 4 != 0) {
      throw file.corrupt(at + 16, "the offset of the table, " + tableOffset + ", is invalid");
    }
    if (tableOffset > file.bytes() - 4 * needed) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the table of blocks at %d reaches beyond the end of the file at %d"
              .formatted(tableOffset, file.bytes()));
    }
  }

  /** The dynamic header. */
  ByteBuffer header() {
    return header;
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
  public int unitBytes() {
    return isDifferencing ? SECTOR_BYTES : blockBytes;
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    long at = tableOffset + offset / blockBytes * 4;
    long sector = table.intAt(at);
    long within = offset % blockBytes;
    if (sector == UNALLOCATED_ENTRY) {
      return ClusterRun.nothing(State.UNALLOCATED, blockBytes - within);
    }
    long bitmap = sector * SECTOR_BYTES;
    long host = bitmap + bitmapBytes;
    if (host >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the block at " + bitmap + " is beyond the end of the file at " + file.bytes());
    }
    if (!isDifferencing) {
      return new ClusterRun(State.NORMAL, blockBytes - within, host + within, blockBytes - within);
    }
    int first = (int) (within / SECTOR_BYTES);
    int end = first + 1;
    boolean isStored = isStoredHere(bitmap, first);
    while (end < blockBytes / SECTOR_BYTES && isStoredHere(bitmap, end) == isStored) {
      end++;
    }
    long bytes = (long) end * SECTOR_BYTES - within;
    return isStored
        ? new ClusterRun(State.NORMAL, bytes, host + within, bytes)
        : ClusterRun.nothing(State.UNALLOCATED, bytes);
  }

  /** Whether this file stores a sector. The first sector of each bitmap byte is its highest bit. */
  private boolean isStoredHere(long bitmap, int sector) throws IOException {
    return (bitmaps.byteAt(bitmap + sector / 8) & 0x80 >> sector % 8) != 0;
  }
}
