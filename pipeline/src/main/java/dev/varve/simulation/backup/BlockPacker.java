package dev.varve.simulation.backup;

import java.util.Arrays;

/**
 * Packs chunks into storage blocks in the order in which they are written. A block is full when the
 * next chunk does not fit into it whole; that chunk opens the next block. Earlier blocks are never
 * filled up, as in an append-only store.
 */
public final class BlockPacker {
  /** The unit of loss of the published file system: 64 MiB. */
  public static final long BLOCK_BYTES = 64L << 20;

  private final long capacityBytes;
  private long[] usedBytes = new long[16];
  private int blocks;

  /**
   * @param blockBytes size of a block
   */
  public BlockPacker(long blockBytes) {
    if (blockBytes <= 0) {
      throw new IllegalArgumentException("blocks of " + blockBytes + " bytes");
    }
    capacityBytes = blockBytes;
  }

  /**
   * Writes a chunk.
   *
   * @return the block that contains it, from 0
   * @throws IllegalArgumentException when it is longer than a block
   */
  public int put(int bytes) {
    if (bytes > capacityBytes) {
      throw new IllegalArgumentException(
          "a chunk of " + bytes + " bytes does not fit a block of " + capacityBytes);
    }
    if (blocks == 0 || usedBytes[blocks - 1] + bytes > capacityBytes) {
      if (blocks == usedBytes.length) {
        usedBytes = Arrays.copyOf(usedBytes, 2 * blocks);
      }
      blocks++;
    }
    usedBytes[blocks - 1] += bytes;
    return blocks - 1;
  }

  /** Number of blocks. */
  public int blocks() {
    return blocks;
  }

  /** Bytes in each block; a copy. */
  public long[] blockBytes() {
    return Arrays.copyOf(usedBytes, blocks);
  }
}
