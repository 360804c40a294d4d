package dev.varve.simulation.backup;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One bin of SRB: exact deduplication of all segments routed here, and their chunks packed in the
 * order of arrival, which is that of VM, snapshot and position. The stored chunks do not depend on
 * the order of arrival; which chunks share a block does.
 *
 * <p>Memory: 24 to 48 bytes a distinct chunk of the bin, as the machine itself would need; at most
 * 2^29 chunks.
 */
public final class SrbBin {
  private static final int NONE = -1;
  // Load factor of the hash table: half full at most, as fuller tables take a third more time.
  private static final float LOAD = .5f;

  private final int bin;
  private final BlockPacker store;
  private final Consumer<SrbSnapshot> output;
  private final BitSet touched = new BitSet();
  private final Long2IntOpenHashMap blocks = new Long2IntOpenHashMap(1 << 9, LOAD);

  private @Nullable SegmentReferences last;
  private Volume raw = Volume.NONE;
  private long writtenChunks;
  private long writtenBytes;

  /**
   * @param bin its number
   * @param blockBytes size of a storage block
   * @param output receives each snapshot's part
   */
  public SrbBin(int bin, long blockBytes, Consumer<SrbSnapshot> output) {
    this.bin = bin;
    store = new BlockPacker(blockBytes);
    this.output = output;
    blocks.defaultReturnValue(NONE);
  }

  /** Stores a segment that was routed here; segments of one snapshot come together. */
  public void add(SegmentReferences segment) {
    if (last != null
        && (!last.vm().equals(segment.vm()) || last.snapshot() != segment.snapshot())) {
      endSnapshot();
    }
    last = segment;
    raw = raw.plus(segment.data());
    boolean[] zeros = segment.zeros();
    for (int i = 0; i < zeros.length; i++) {
      if (!zeros[i]) {
        touched.set(block(segment.keys()[i], segment.bytes(i)));
      }
    }
  }

  /** Ends the last snapshot. */
  public void finish() {
    if (last != null) {
      endSnapshot();
      last = null;
    }
  }

  /** Distinct chunks stored. */
  public int chunks() {
    return blocks.size();
  }

  /** Bytes in each block; a copy. */
  public long[] blockBytes() {
    return store.blockBytes();
  }

  private int block(long key, int bytes) {
    int stored = blocks.get(key);
    if (stored != NONE) {
      return stored;
    }
    int block = store.put(bytes);
    blocks.put(key, block);
    writtenChunks++;
    writtenBytes += bytes;
    return block;
  }

  private void endSnapshot() {
    if (last == null) {
      return;
    }
    output.accept(
        new SrbSnapshot(
            bin,
            last.vm(),
            last.snapshot(),
            raw,
            new Volume(writtenChunks, writtenBytes),
            touched.stream().toArray()));
    raw = Volume.NONE;
    writtenChunks = 0;
    writtenBytes = 0;
    touched.clear();
  }
}
