package dev.varve.backup;

import dev.varve.matching.ChunkKey;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One bin of SRB: exact deduplication of all segments routed here, and their chunks packed in the
 * order of arrival, which is that of VM, snapshot and position. What is stored does not depend on
 * the order; which chunks share a block does.
 *
 * <p>Memory: 24 to 48 bytes a distinct chunk of the bin, as the machine itself would need; 2^29
 * chunks are the most.
 */
public final class SrbBin {
  private final int bin;
  private final BlockPacker store;
  private final Consumer<SrbSnapshot> output;
  private final BitSet touched = new BitSet();
  private long[] keys = new long[1024];
  // Block + 1 of the key in the slot; 0 in an empty slot.
  private int[] blocks = new int[1024];
  private int chunks;

  private @Nullable SegmentReferences last;
  private Volume raw = Volume.NONE;
  private long writtenChunks;
  private long writtenBytes;

  /**
   * @param bin its number
   * @param blockBytes size of a storage block
   * @param output takes each snapshot's part
   */
  public SrbBin(int bin, long blockBytes, Consumer<SrbSnapshot> output) {
    this.bin = bin;
    store = new BlockPacker(blockBytes);
    this.output = output;
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
    return chunks;
  }

  /** What each block holds, in bytes; a copy. */
  public long[] blockBytes() {
    return store.blockBytes();
  }

  private int block(long key, int bytes) {
    int slot = slot(key);
    if (blocks[slot] == 0) {
      if (2 * (chunks + 1) > keys.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      blocks[slot] = store.put(bytes) + 1;
      chunks++;
      writtenChunks++;
      writtenBytes += bytes;
    }
    return blocks[slot] - 1;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) (ChunkKey.spread(key) >>> 32) & mask;
    while (blocks[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldBlocks = blocks;
    keys = new long[Math.multiplyExact(oldKeys.length, 2)];
    blocks = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldBlocks[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        blocks[slot] = oldBlocks[i];
      }
    }
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
