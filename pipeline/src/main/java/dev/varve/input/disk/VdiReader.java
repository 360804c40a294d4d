package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Disks of VirtualBox: dynamic, static, and differencing ones over the file that has the UUID of
 * their parent. One map of 32-bit block numbers.
 *
 * @see <a href="https://forums.virtualbox.org/viewtopic.php?t=8046">The VDI format</a>
 */
final class VdiReader implements DiskReader {
  static final Magic MAGIC = new Magic(64, "\u007f\u0010\u00da\u00be");
  private static final int HEADER_BYTES = 512;
  private static final int TYPE_AT = 76;
  private static final int MAP_AT = 340;
  private static final int SIZE_AT = 368;
  private static final int BLOCK_AT = 376;
  private static final int OWN_UUID_AT = 392;
  private static final int PARENT_UUID_AT = 424;
  private static final int VERSION = 0x0001_0001;
  private static final int MOST_BLOCK_BYTES = 256 << 20;

  @Override
  public DiskHead head(DiskFile file) throws IOException {
    Tables tables = new Tables(file);
    BackingName backing = backing(file, tables);
    return DiskHead.overBacking(tables.virtualBytes, backing == null ? null : backing.location());
  }

  @Override
  public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
    Tables tables = new Tables(file);
    return DiskLayer.overBacking(backing(file, tables), tables);
  }

  @Override
  public String identity(DiskFile file) throws IOException {
    return Guid.text(header(file), OWN_UUID_AT);
  }

  private @Nullable BackingName backing(DiskFile file, Tables tables) throws IOException {
    return tables.parent == null
        ? null
        : BackingSearch.byIdentity(file, this, PARENT_UUID_AT, tables.parent);
  }

  private static ByteBuffer header(DiskFile file) throws IOException {
    if (!MAGIC.matches(file.head(HEADER_BYTES))) {
      throw file.corrupt(MAGIC.offset(), "not a VDI image: the magic is missing");
    }
    return file.readFields(0, HEADER_BYTES, ByteOrder.LITTLE_ENDIAN);
  }

  /** The map of blocks. */
  private static final class Tables implements BlockTables {
    private static final int CACHED_PAGES = 8;

    /** Entries of the map that are no block numbers: unallocated, and zeros. */
    private static final long UNALLOCATED_ENTRY = 0xffff_ffffL;

    private static final long ZERO_ENTRY = 0xffff_fffeL;

    private final DiskFile file;
    private final TablePages map;
    private final @Nullable String parent;
    private final long virtualBytes;
    private final long mapOffset;
    private final long dataOffset;
    private final int blockBytes;
    private final long extraBytes;

    Tables(DiskFile file) throws IOException {
      this.file = file;
      map = new TablePages(file, CACHED_PAGES, ByteOrder.LITTLE_ENDIAN);
      ByteBuffer header = header(file);
      int version = header.getInt(68);
      if (version != VERSION) {
        throw file.malformed(
            RejectReason.UNSUPPORTED,
            68,
            "VDI version %d.%d is not read; 1.1 is".formatted(version >>> 16, version & 0xffff));
      }
      int type = header.getInt(TYPE_AT);
      if (type != 1 && type != 2 && type != 4) {
        throw file.malformed(
            RejectReason.UNSUPPORTED,
            TYPE_AT,
            "a VDI image of type "
                + type
                + " is not read; 1 (dynamic), 2 (static) and 4 (differencing) are");
      }
      mapOffset = Integer.toUnsignedLong(header.getInt(MAP_AT));
      dataOffset = Integer.toUnsignedLong(header.getInt(MAP_AT + 4));
      virtualBytes = header.getLong(SIZE_AT);
      blockBytes = header.getInt(BLOCK_AT);
      extraBytes = Integer.toUnsignedLong(header.getInt(BLOCK_AT + 4));
      check(Integer.toUnsignedLong(header.getInt(BLOCK_AT + 8)));
      parent = type == 4 ? Guid.text(header, PARENT_UUID_AT) : null;
    }

    private void check(long blocks) throws IOException {
      if (blockBytes < 512 || blockBytes > MOST_BLOCK_BYTES || extraBytes > blockBytes) {
        throw file.corrupt(
            BLOCK_AT,
            "blocks of "
                + Integer.toUnsignedString(blockBytes)
                + " bytes and "
                + extraBytes
                + " more; 512 bytes to 256 MiB are allowed");
      }
      long needed = virtualBytes == 0 ? 0 : (virtualBytes - 1) / blockBytes + 1;
      if (virtualBytes < 0 || needed > blocks) {
        throw file.corrupt(
            SIZE_AT,
            "a disk of "
                + Long.toUnsignedString(virtualBytes)
                + " bytes does not fit into "
                + blocks
                + " blocks of "
                + blockBytes);
      }
      if (mapOffset % 4 != 0) {
        throw file.corrupt(
            MAP_AT, "the offset of the map, " + mapOffset + ", is not a multiple of 4");
      }
      if (mapOffset + 4 * needed > file.bytes()) {
        throw file.malformed(
            RejectReason.TRUNCATED,
            file.bytes(),
            "the map of blocks at %d reaches beyond the end of the file at %d"
                .formatted(mapOffset, file.bytes()));
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
    public int unitBytes() {
      return blockBytes;
    }

    @Override
    public ClusterRun entry(long offset) throws IOException {
      long at = mapOffset + offset / blockBytes * 4;
      long block = map.intAt(at);
      long within = offset % blockBytes;
      long remaining = blockBytes - within;
      if (block == UNALLOCATED_ENTRY || block == ZERO_ENTRY) {
        return ClusterRun.nothing(
            block == UNALLOCATED_ENTRY ? State.UNALLOCATED : State.ZERO, remaining);
      }
      long host = dataOffset + block * (blockBytes + extraBytes) + extraBytes;
      if (host >= file.bytes()) {
        throw file.malformed(
            RejectReason.TRUNCATED,
            at,
            "the block at " + host + " is beyond the end of the file at " + file.bytes());
      }
      return new ClusterRun(State.NORMAL, remaining, host + within, remaining);
    }
  }
}
