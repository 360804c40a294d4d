package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Set;

/**
 * The EROFS image of a layer, as mkfs.erofs 1.9 makes it from a tar. Inodes have 64 bytes. The end
 * of a file or folder is stored behind its inode where the block has space for it; all else is in
 * blocks of 4 KiB.
 *
 * @see <a href="https://erofs.docs.kernel.org/en/latest/core_ondisk.html">EROFS, on-disk format</a>
 */
public final class ErofsIndex implements LayerIndex {
  private static final int BLOCK_BYTES = BlockPacking.BLOCK_BYTES;
  private static final int SUPER_BLOCK_END = 1024 + 128;
  private static final int INODE_BYTES = 64;
  private static final int SLOT_BYTES = 32;

  /**
   * Content types that are compressed already. Only a large file of these types has some block that
   * can be compressed further.
   */
  private static final Set<String> DENSE = Set.of("archive", "image");

  /** Size in bytes above which a file of dense content still has a compressible block. */
  private static final long LARGE_BYTES = 256 << 10;

  private final boolean compressed;

  /**
   * Inodes in the order of the archive: the bytes that must be within one block, or ~n for the
   * folder of number n.
   */
  private final IntArrayList pieces = new IntArrayList();

  private int placedFolders;
  private long blockBytes;
  private long contentBytes;

  private ErofsIndex(boolean compressed) {
    this.compressed = compressed;
  }

  /** The index of an image that is not compressed: the image without its contents. */
  public static ErofsIndex plain() {
    return new ErofsIndex(false);
  }

  /**
   * The index of a compressed image with physical clusters of 4 KiB: the image without its
   * contents. Contents are the blocks of a compressed file, and all bytes of a file that remains
   * plain, its end included.
   *
   * <p>A file remains plain where compression does not make it smaller. That is where its
   * compressed blocks, plus 16 bytes, plus 8 for each 4 KiB of content, reach its size. Which files
   * remain plain is estimated from size and type.
   */
  public static ErofsIndex compressed() {
    return new ErofsIndex(true);
  }

  @Override
  public void add(FileEntry entry, Folders folders) {
    for (; placedFolders < folders.count(); placedFolders++) {
      pieces.add(~placedFolders);
    }
    if (!Folders.isInode(entry)) {
      return;
    }
    long bytes = Folders.dataBytes(entry);
    if (entry.kind() != EntryKind.FILE) {
      pieces.add(addInode(bytes));
    } else if (compressed && isCompressed(entry)) {
      pieces.add(addSlots(INODE_BYTES + clusterBytes((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES)));
    } else {
      contentBytes += bytes;
      pieces.add(addInode(bytes));
    }
  }

  private static boolean isCompressed(FileEntry entry) {
    long most = DENSE.contains(String.valueOf(entry.contentType())) ? LARGE_BYTES : BLOCK_BYTES;
    return entry.bytes() > most;
  }

  /**
   * Bytes of the index of logical clusters. It has a header of 8 bytes. Clusters up to an alignment
   * of 32 bytes take 4 bytes each. Then whole groups of 16 clusters take 2 bytes a cluster, and the
   * rest takes 4 each.
   */
  static long clusterBytes(long clusters) {
    int first = (SLOT_BYTES - (INODE_BYTES + 8) % SLOT_BYTES) / 4;
    long pairs = Math.max(0, clusters - first) / 16 * 16;
    return 8 + 2 * pairs + (clusters - pairs + 1) / 2 * 8;
  }

  /**
   * Adds an inode with its content: whole blocks are counted at once; returns the remaining bytes,
   * which must be within one block.
   */
  private int addInode(long bytes) {
    int tail = (int) (bytes % BLOCK_BYTES);
    blockBytes += bytes - tail;
    if (INODE_BYTES + tail <= BLOCK_BYTES) {
      return addSlots(INODE_BYTES + tail);
    }
    blockBytes += BLOCK_BYTES;
    return INODE_BYTES;
  }

  /** Adds bytes that are stored in a row: whole blocks are counted at once; returns the rest. */
  private int addSlots(long bytes) {
    long slots = (bytes + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES;
    int rest = (int) (slots % BLOCK_BYTES);
    blockBytes += slots - rest;
    return rest;
  }

  @Override
  public long bytes(LayerTotals layer) {
    BlockPacking packing = new BlockPacking();
    packing.add(SUPER_BLOCK_END);
    for (int piece : pieces) {
      packing.add(piece < 0 ? addInode(layer.folders().bytes(~piece)) : piece);
    }
    return blockBytes + packing.bytes() - contentBytes;
  }
}
