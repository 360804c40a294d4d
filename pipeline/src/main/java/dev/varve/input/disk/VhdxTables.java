package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteOrder;

/**
 * The block allocation table of a VHDX. Bitmaps of 1 MiB each say which sectors of partially
 * present blocks this file stores. In the table, the entry of each bitmap follows the entries of
 * the blocks that it covers.
 */
final class VhdxTables implements BlockTables {
  private static final int TABLE_CACHED_PAGES = 4;
  private static final int BITMAP_CACHED_PAGES = 4;

  /** Sectors that one bitmap of 1 MiB covers, one bit each. */
  private static final long BITMAP_SECTORS = 1 << 23;

  /**
   * Mask of an entry's offset in the file, which is a multiple of 1 MiB; low bits are the state.
   */
  private static final long OFFSET_MASK = -1L << 20;

  private static final int STATE_MASK = 7;
  private static final int NOT_PRESENT = 0;
  private static final int PRESENT = 6;
  private static final int PARTIALLY_PRESENT = 7;

  /** Most bits of a bitmap scanned for one run, so that the work of a call is bounded. */
  private static final int MOST_SCANNED = 4096;

  private final DiskFile file;
  private final VhdxMetadata metadata;
  private final TablePages table;
  private final TablePages bitmaps;
  private final long tableOffset;
  private final long blockBytes;
  private final long chunkRatio;

  VhdxTables(DiskFile file, VhdxRegions regions, VhdxMetadata metadata) throws IOException {
    this.file = file;
    this.metadata = metadata;
    table = new TablePages(file, TABLE_CACHED_PAGES, ByteOrder.LITTLE_ENDIAN);
    bitmaps = new TablePages(file, BITMAP_CACHED_PAGES, ByteOrder.LITTLE_ENDIAN);
    tableOffset = regions.offset(VhdxRegions.TABLE);
    blockBytes = metadata.blockBytes();
    chunkRatio = BITMAP_SECTORS * metadata.sectorBytes() / blockBytes;
    long blocks = (metadata.virtualBytes() + blockBytes - 1) / blockBytes;
    long entries =
        metadata.hasParent()
            ? (blocks + chunkRatio - 1) / chunkRatio * (chunkRatio + 1)
            : blocks + Math.max(0, blocks - 1) / chunkRatio;
    if (8 * entries > regions.bytes(VhdxRegions.TABLE)) {
      throw file.corrupt(
          tableOffset,
          "a table of %d bytes; the disk's size requires %d"
              .formatted(regions.bytes(VhdxRegions.TABLE), 8 * entries));
    }
    if (tableOffset > file.bytes() - 8 * entries) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the table of blocks at %d reaches beyond the end of the file at %d"
              .formatted(tableOffset, file.bytes()));
    }
  }

  @Override
  public DiskFile file() {
    return file;
  }

  @Override
  public long virtualBytes() {
    return metadata.virtualBytes();
  }

  @Override
  public int unitBytes() {
    return metadata.hasParent() ? metadata.sectorBytes() : metadata.blockBytes();
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    long block = offset / blockBytes;
    long at = tableOffset + 8 * (block + block / chunkRatio);
    long entry = table.longAt(at);
    long within = offset % blockBytes;
    long remaining = blockBytes - within;
    return switch ((int) entry & STATE_MASK) {
      case NOT_PRESENT -> ClusterRun.nothing(State.UNALLOCATED, remaining);
      case PRESENT ->
          new ClusterRun(State.NORMAL, remaining, blockOffset(at, entry) + within, remaining);
      case PARTIALLY_PRESENT -> partial(at, entry, offset);
      case 4 -> throw file.corrupt(at, "a block in an unknown state");
      default -> ClusterRun.nothing(State.ZERO, remaining); // undefined, zero or unmapped
    };
  }

  /** Offset at which a block or a bitmap begins. */
  private long blockOffset(long at, long entry) throws IOException {
    long place = entry & OFFSET_MASK;
    if (place <= 0) {
      throw file.corrupt(at, "a block at " + place);
    }
    if (place >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the block at " + place + " is beyond the end of the file at " + file.bytes());
    }
    return place;
  }

  private ClusterRun partial(long at, long entry, long offset) throws IOException {
    if (!metadata.hasParent()) {
      throw file.corrupt(at, "a partially present block of a disk without parent");
    }
    long chunk = offset / blockBytes / chunkRatio;
    long bitmapAt = tableOffset + 8 * ((chunk + 1) * chunkRatio + chunk);
    long bitmapEntry = table.longAt(bitmapAt);
    if ((bitmapEntry & STATE_MASK) != PRESENT) {
      throw file.corrupt(bitmapAt, "the bitmap of a partially present block is missing");
    }
    long bitmap = blockOffset(bitmapAt, bitmapEntry);
    int sectorBytes = metadata.sectorBytes();
    long first = offset / sectorBytes;
    long endOfBlock = (offset / blockBytes + 1) * (blockBytes / sectorBytes);
    long most = Math.min(endOfBlock, first + MOST_SCANNED);
    boolean isStored = isStoredHere(bitmap, first);
    long end = first + 1;
    while (end < most && isStoredHere(bitmap, end) == isStored) {
      end++;
    }
    long bytes = end * sectorBytes - offset;
    long host = blockOffset(at, entry) + offset % blockBytes;
    return isStored
        ? new ClusterRun(State.NORMAL, bytes, host, bytes)
        : ClusterRun.nothing(State.UNALLOCATED, bytes);
  }

  /** Whether this file stores a sector. The first sector of each bitmap byte is its lowest bit. */
  private boolean isStoredHere(long bitmap, long sector) throws IOException {
    long bit = sector % BITMAP_SECTORS;
    return (bitmaps.byteAt(bitmap + bit / 8) & 1 << bit % 8) != 0;
  }
}
