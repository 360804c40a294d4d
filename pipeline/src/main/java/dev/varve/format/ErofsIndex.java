package dev.varve.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An image of EROFS of a layer, as mkfs.erofs 1.9 makes it without compression: inodes of 64 bytes,
 * the ends of files and folders behind them where a block has room, all else in blocks of 4 KiB.
 *
 * @see <a href="https://erofs.docs.kernel.org/en/latest/core_ondisk.html">EROFS, on-disk format</a>
 */
public final class ErofsIndex implements LayerIndex {
  private static final int INODE_BYTES = 64;
  private static final int SLOT_BYTES = 32;
  private static final int DIRENT_BYTES = 12;

  /** The two entries of a folder for itself and the one above it. */
  private static final int DOTS_BYTES = 2 * DIRENT_BYTES + 3;

  private final BlockPacking packing = new BlockPacking();
  private final Map<String, Long> folders = new HashMap<>();
  private long blockBytes = BlockPacking.BLOCK_BYTES;

  /** Begins with the root. */
  public ErofsIndex() {
    folders.put("", (long) DOTS_BYTES);
  }

  @Override
  public void add(FileEntry entry) {
    String path = entry.path();
    if (path.isEmpty() || entry.kind() == EntryKind.METADATA) {
      return;
    }
    name(path);
    if (entry.kind() == EntryKind.DIRECTORY) {
      folders.putIfAbsent(path, (long) DOTS_BYTES);
    } else if (entry.kind() != EntryKind.HARD_LINK) {
      String target = entry.linkTarget();
      put(target == null ? entry.bytes() : target.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  /** Adds the name to its folder, which may come later in the archive, or never. */
  private void name(String path) {
    int slash = path.lastIndexOf('/');
    int letters = path.substring(slash + 1).getBytes(StandardCharsets.UTF_8).length;
    String above = slash < 0 ? "" : path.substring(0, slash);
    if (folders.merge(above, (long) DIRENT_BYTES + letters, Long::sum) == DIRENT_BYTES + letters) {
      folders.merge(above, (long) DOTS_BYTES, Long::sum);
      name(above);
    }
  }

  /** An inode with what it leads to. */
  private void put(long bytes) {
    int tail = (int) (bytes % BlockPacking.BLOCK_BYTES);
    blockBytes += bytes - tail;
    int piece = (INODE_BYTES + tail + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES;
    if (piece <= BlockPacking.BLOCK_BYTES) {
      packing.add(piece);
    } else {
      packing.add(INODE_BYTES);
      blockBytes += BlockPacking.BLOCK_BYTES;
    }
  }

  @Override
  public long bytes(long archiveBytes, long storedBytes) {
    folders.values().forEach(this::put);
    folders.clear();
    return blockBytes + packing.bytes();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
