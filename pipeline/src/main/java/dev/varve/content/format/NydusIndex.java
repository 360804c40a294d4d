package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.util.HashSet;
import java.util.Set;

/**
 * Bytes that nydus 2.2 stores for a layer in RAFS v6 in addition to its chunks: chunk information
 * in the blob, and a bootstrap (the metadata). Each layer has a bootstrap; an image has one more,
 * which is made of all its layers.
 *
 * @see <a href="https://github.com/dragonflyoss/nydus/blob/master/docs/nydus-design.md">nydus</a>
 */
public final class NydusIndex implements LayerIndex {
  private static final long CHUNK_BYTES = 1 << 20;
  private static final int BLOCK_BYTES = BlockPacking.BLOCK_BYTES;
  private static final int INODE_BYTES = 64;
  private static final int SLOT_BYTES = 32;
  private static final int ADDRESS_BYTES = 8;

  /** Bytes of the super block: one block. */
  private static final int HEAD_BYTES = BLOCK_BYTES;

  /** Bytes of the table of blobs, and of a block in front of the table of chunks. */
  private static final int TABLES_BYTES = 2 * BLOCK_BYTES;

  /** Bytes of a distinct chunk in the bootstrap. */
  private static final int CHUNK_ENTRY_BYTES = 80;

  /**
   * Bytes of chunk information in the blob for each distinct chunk: 16 bytes, compressed by zstd to
   * these; measured.
   */
  private static final double CHUNK_INFORMATION_BYTES = 11.3;

  private final Set<Fingerprint> seen = new HashSet<>();
  private final BlockPacking packing = new BlockPacking();
  private long blockBytes;
  private long chunks;

  @Override
  public void add(FileEntry entry, Folders folders) {
    if (!Folders.isInode(entry)) {
      return;
    }
    if (entry.kind() != EntryKind.FILE) {
      addInode(Folders.dataBytes(entry));
      return;
    }
    long addresses = (entry.bytes() + CHUNK_BYTES - 1) / CHUNK_BYTES;
    addSlots(INODE_BYTES + ADDRESS_BYTES * addresses);
    if (entry.fingerprint() == null || seen.add(entry.fingerprint())) {
      chunks += addresses;
    }
  }

  private static long roundUpToBlocks(long bytes) {
    return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }

  /**
   * Adds an inode with its content or target, whose end is stored behind the inode where both fit
   * into a block.
   */
  private void addInode(long bytes) {
    int tail = (int) (bytes % BLOCK_BYTES);
    boolean isBehind = INODE_BYTES + tail <= BLOCK_BYTES;
    blockBytes += isBehind ? bytes - tail : roundUpToBlocks(bytes);
    addSlots(INODE_BYTES + (isBehind ? tail : 0));
  }

  private void addSlots(long bytes) {
    long slots = (bytes + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES;
    packing.add((int) (slots % BLOCK_BYTES));
    blockBytes += slots / BLOCK_BYTES * BLOCK_BYTES;
  }

  @Override
  public long bytes(LayerTotals layer) {
    Folders folders = layer.folders();
    for (int folder = 0; folder < folders.count(); folder++) {
      addInode(folders.bytes(folder));
    }
    long bytes = HEAD_BYTES + blockBytes + packing.bytes();
    return chunks == 0
        ? bytes
        : bytes
            + TABLES_BYTES
            + roundUpToBlocks(CHUNK_ENTRY_BYTES * chunks)
            + BLOCK_BYTES
            + Math.round(CHUNK_INFORMATION_BYTES * chunks);
  }
}
