package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Set;

/**
 * An image of EROFS of a layer, as mkfs.erofs 1.9 makes it of a tar: inodes of 64 bytes, the ends
 * of files and folders behind them where a block has space, all else in blocks of 4 KiB.
 *
 * @see <a href="https://erofs.docs.kernel.org/en/latest/core_ondisk.html">EROFS, on-disk format</a>
 */
public final class ErofsIndex implements LayerIndex {
  private static final int BLOCK_BYTES = BlockPacking.BLOCK_BYTES;
  private static final int SUPER_BLOCK_END = 1024 + 128;
  private static final int INODE_BYTES = 64;
  private static final int SLOT_BYTES = 32;

  /** Compressed already; a large one has some block that can be compressed nonetheless. */
  private static final Set<String> DENSE = Set.of("archive", "image");

  private static final long LARGE_BYTES = 256 << 10;

  private final boolean compressed;

  /** Inodes in the order of the archive: bytes that have to be in one block, or ~folder. */
  private final IntArrayList pieces = new IntArrayList();

  private int foldersPut;
  private long blockBytes;
  private long contentBytes;

  private ErofsIndex(boolean compressed) {
    this.compressed = compressed;
  }

  /** The image without contents, not compressed. */
  public static ErofsIndex plain() {
    return new ErofsIndex(false);
  }

  /**
   * The image without contents, in physical clusters of 4 KiB. Contents are the blocks of a
   * compressed file, and all bytes of one that remains plain, those of its end included.
   *
   * <p>A file remains plain where its blocks, 16 bytes and 8 for each 4 KiB of it are no less than
   * its size. Which ones do is estimated by size and type.
   */
  public static ErofsIndex compressed() {
    return new ErofsIndex(true);
  }

  @Override
  public void add(FileEntry entry, Folders folders) {
    for (; foldersPut < folders.count(); foldersPut++) {
      pieces.add(~foldersPut);
    }
    if (!Folders.isInode(entry)) {
      return;
    }
    long bytes = Folders.leadsTo(entry);
    if (entry.kind() != EntryKind.FILE) {
      pieces.add(inode(bytes));
    } else if (compressed && isCompressed(entry)) {
      pieces.add(joined(INODE_BYTES + clusterBytes((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES)));
    } else {
      contentBytes += bytes;
      pieces.add(inode(bytes));
    }
  }

  private static boolean isCompressed(FileEntry entry) {
    long most = DENSE.contains(String.valueOf(entry.contentType())) ? LARGE_BYTES : BLOCK_BYTES;
    return entry.bytes() > most;
  }

  /**
   * The index of logical clusters: a header of 8 bytes, 4 bytes each up to a multiple of 32, 2 for
   * each of as many sixteens as there are, 4 for each of the rest.
   */
  static long clusterBytes(long clusters) {
    int first = (SLOT_BYTES - (INODE_BYTES + 8) % SLOT_BYTES) / 4;
    long pairs = Math.max(0, clusters - first) / 16 * 16;
    return 8 + 2 * pairs + (clusters - pairs + 1) / 2 * 8;
  }

  /** An inode with what it leads to: its whole blocks are counted, the rest is returned. */
  private int inode(long bytes) {
    int tail = (int) (bytes % BLOCK_BYTES);
    blockBytes += bytes - tail;
    if (INODE_BYTES + tail <= BLOCK_BYTES) {
      return joined(INODE_BYTES + tail);
    }
    blockBytes += BLOCK_BYTES;
    return INODE_BYTES;
  }

  /** Bytes that follow one another: whole blocks are counted, the rest is returned. */
  private int joined(long bytes) {
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
      packing.add(piece < 0 ? inode(layer.folders().bytes(~piece)) : piece);
    }
    return blockBytes + packing.bytes() - contentBytes;
  }
}
