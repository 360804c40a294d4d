package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * Bytes that a layer of OverlayBD stores in addition to compressed contents. These are blocks of an
 * ext4 file system for its files and folders, extents of the LSMT layer, and the bytes that ZFile
 * adds to each block. Contents are all blocks of 4 KiB of files, each compressed by itself with
 * LZ4. The bottom layer of an image takes {@link #FILE_SYSTEM_BYTES} more.
 *
 * <p>Not compared with OverlayBD's own tools: follows their description, and ext4 as mke2fs 1.47
 * makes it, with its blocks compressed one by one.
 *
 * @see <a href="https://github.com/containerd/overlaybd/tree/main/docs/specs">OverlayBD,
 *     formats</a>
 */
public final class OverlayBdIndex implements LayerIndex {
  /** Bytes of an empty file system of 64 GiB: 1,604 blocks, compressed, with their checksums. */
  public static final int FILE_SYSTEM_BYTES = 75_715 + 1_604 * 8;

  private static final int BLOCK_BYTES = BlockPacking.BLOCK_BYTES;

  /**
   * Bytes of headers and trailers of tar, ZFile and LSMT. Those of LSMT are two blocks that
   * compress well.
   */
  private static final int LAYER_BYTES = 512 + 1024 + 2 * 512 + 512;

  /**
   * Bytes that ZFile adds for each block, of contents or of the file system: a checksum and a place
   * in the index.
   */
  private static final int BLOCK_ENTRY_BYTES = 4 + 4;

  /** Inodes of 256 bytes in one block. */
  private static final int INODES_A_BLOCK = BLOCK_BYTES / 256;

  /** Bytes of an inode, compressed; measured. */
  private static final int INODE_BYTES = 29;

  /** Compressed bytes of a file's extent in its inode; measured. */
  private static final int MAPPING_BYTES = 8;

  /** Bytes of a block of a folder, compressed, without those of names; measured. */
  private static final int FOLDER_BYTES = 24;

  /** Bytes of an extent of LSMT: 16 for up to 8 MiB, compressed. */
  private static final int EXTENT_BYTES = 12;

  private static final long EXTENT_CONTENT_BYTES = 8 << 20;

  private long inodes;
  private long mappings;
  private long blocks;
  private long extents;

  @Override
  public void add(FileEntry entry, Folders folders) {
    if (!Folders.isInode(entry)) {
      return;
    }
    inodes++;
    if (IndexText.hasContent(entry)) {
      mappings++;
      blocks += (entry.bytes() + BLOCK_BYTES - 1) / BLOCK_BYTES;
      extents += (entry.bytes() + EXTENT_CONTENT_BYTES - 1) / EXTENT_CONTENT_BYTES;
    }
  }

  @Override
  public long bytes(LayerTotals layer) {
    Folders folders = layer.folders();
    long allInodes = inodes + folders.count();
    long allBlocks = blocks + (allInodes + INODES_A_BLOCK - 1) / INODES_A_BLOCK;
    for (int folder = 0; folder < folders.count(); folder++) {
      allBlocks += (folders.bytes(folder) + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }
    return LAYER_BYTES
        + BLOCK_ENTRY_BYTES * allBlocks
        + INODE_BYTES * allInodes
        + MAPPING_BYTES * mappings
        + FOLDER_BYTES * (long) folders.count()
        + EXTENT_BYTES * (extents + folders.count());
  }
}
