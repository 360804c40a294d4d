package dev.varve.jobs.simulate.reference;

import dev.varve.content.matching.ChunkKey;
import java.nio.ByteBuffer;

/**
 * The chunks of a segment. Packed, they take 12 bytes each: first all keys, then for each chunk the
 * offset in the segment at which it ends. The offset of a zero chunk is stored as its bitwise
 * complement.
 *
 * @param keys of the fingerprints, in the order of the chunks
 * @param ends offset in the segment at which each chunk ends, ascending
 * @param zeros whether all bytes of a chunk are zero
 */
public record PackedChunks(long[] keys, int[] ends, boolean[] zeros) {
  private static final int CHUNK_BYTES = Long.BYTES + Integer.BYTES;

  /** Decodes the result of {@link #packed}. */
  public static PackedChunks read(byte[] packed) {
    ByteBuffer in = ByteBuffer.wrap(packed);
    int chunks = packed.length / CHUNK_BYTES;
    long[] keys = new long[chunks];
    in.asLongBuffer().get(keys);
    in.position(chunks * Long.BYTES);
    int[] ends = new int[chunks];
    boolean[] zeros = new boolean[chunks];
    for (int chunk = 0; chunk < chunks; chunk++) {
      int end = in.getInt();
      zeros[chunk] = end < 0;
      ends[chunk] = end < 0 ? ~end : end;
    }
    return new PackedChunks(keys, ends, zeros);
  }

  /** From a recipe, whose fingerprints are concatenated. */
  static PackedChunks of(int[] ends, byte[] fingerprints, boolean[] zeros) {
    return new PackedChunks(ChunkKey.all(fingerprints, ends.length), ends, zeros);
  }

  /** The packed form. */
  public byte[] packed() {
    ByteBuffer packed = ByteBuffer.allocate(keys.length * CHUNK_BYTES);
    for (long key : keys) {
      packed.putLong(key);
    }
    for (int chunk = 0; chunk < keys.length; chunk++) {
      packed.putInt(zeros[chunk] ? ~ends[chunk] : ends[chunk]);
    }
    return packed.array();
  }
}
