package dev.varve.simulation.backup;

import dev.varve.content.matching.PopularData;
import java.io.Serializable;

/**
 * The popular data as stored: once for the whole fleet, packed into blocks in order of popularity,
 * so that the chunks most often needed are stored together.
 */
public final class PopularStore implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PopularData data;
  private final int[] blocks;
  private final long[] blockBytes;

  /** Packs the data into blocks of this size. */
  public PopularStore(PopularData data, long blockBytes) {
    this.data = data;
    BlockPacker packer = new BlockPacker(blockBytes);
    blocks = new int[data.chunks()];
    for (int rank = 0; rank < blocks.length; rank++) {
      blocks[rank] = packer.put(data.bytes(rank));
    }
    this.blockBytes = packer.blockBytes();
  }

  /** A store without data, for the first pass. */
  public static PopularStore empty() {
    return new PopularStore(PopularData.none(), BlockPacker.BLOCK_BYTES);
  }

  /** The chunks stored. */
  public PopularData data() {
    return data;
  }

  /** The block of a chunk, or -1 when it is not popular. */
  public int block(long key) {
    int rank = data.rank(key);
    return rank < 0 ? -1 : blocks[rank];
  }

  /** Bytes in each block; a copy. */
  public long[] blockBytes() {
    return blockBytes.clone();
  }
}
