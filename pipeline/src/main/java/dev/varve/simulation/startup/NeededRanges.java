package dev.varve.simulation.startup;

import java.util.Arrays;
import java.util.List;

/**
 * Parts of one file that are needed, by ranges in the order of their starts: bytes once each, and
 * the blocks of some sizes that contain them. Nothing beyond the end of the file is needed.
 */
public final class NeededRanges {
  private final long fileBytes;
  private final List<Long> blockSizes;
  private final long[] blocks;
  private final long[] blockBytes;
  private final long[] nextBlocks;
  private long neededBytes;
  private long coveredEnd;
  private long lastOffset;

  /**
   * @param blockSizes in bytes, each positive
   */
  public NeededRanges(long fileBytes, List<Long> blockSizes) {
    this.fileBytes = fileBytes;
    this.blockSizes = List.copyOf(blockSizes);
    this.blocks = new long[blockSizes.size()];
    this.blockBytes = new long[blockSizes.size()];
    this.nextBlocks = new long[blockSizes.size()];
  }

  /**
   * Takes a range.
   *
   * @param length in bytes, or {@link Access#TO_THE_END}
   * @throws IllegalArgumentException when it starts before the one before
   */
  public void add(long offset, long length) {
    if (offset < lastOffset) {
      throw new IllegalArgumentException("a range at " + offset + " after one at " + lastOffset);
    }
    lastOffset = offset;
    long to = length < 0 || length > fileBytes - offset ? fileBytes : offset + length;
    long from = Math.max(offset, coveredEnd);
    if (from >= to) {
      return;
    }
    neededBytes += to - from;
    coveredEnd = to;
    for (int index = 0; index < blocks.length; index++) {
      long size = blockSizes.get(index);
      long firstBlock = Math.max(from / size, nextBlocks[index]);
      long blockEnd = (to - 1) / size + 1;
      if (firstBlock < blockEnd) {
        blocks[index] += blockEnd - firstBlock;
        // Multiplied only where the block ends within the file, so that nothing overflows.
        long blocksEnd = blockEnd > fileBytes / size ? fileBytes : blockEnd * size;
        blockBytes[index] += blocksEnd - firstBlock * size;
        nextBlocks[index] = blockEnd;
      }
    }
  }

  /** Bytes within any range. */
  public long neededBytes() {
    return neededBytes;
  }

  /** Blocks that contain any of them, of each size. */
  public List<Long> blocks() {
    return Arrays.stream(blocks).boxed().toList();
  }

  /** The bytes of these blocks; the last block of a file ends with it. */
  public List<Long> blockBytes() {
    return Arrays.stream(blockBytes).boxed().toList();
  }
}
