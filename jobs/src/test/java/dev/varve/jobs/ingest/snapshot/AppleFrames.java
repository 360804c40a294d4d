package dev.varve.jobs.ingest.snapshot;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Factory;

/** LZ4 in Apple's framing; the blocks are packed by lz4-java. */
final class AppleFrames {
  private static final int BLOCK_BYTES = 1 << 16;

  private AppleFrames() {}

  /** Packs bytes; a block that becomes no smaller is stored as it is. */
  static byte[] pack(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int from = 0; from < plain.length; from += BLOCK_BYTES) {
      byte[] block = Arrays.copyOfRange(plain, from, Math.min(plain.length, from + BLOCK_BYTES));
      byte[] packed = LZ4Factory.safeInstance().highCompressor().compress(block);
      out.writeBytes(
          packed.length < block.length ? block(block.length, packed) : head("bv4-", block.length));
      if (packed.length >= block.length) {
        out.writeBytes(block);
      }
    }
    out.writeBytes(head("bv4$"));
    return out.toByteArray();
  }

  /** A block that states a length, true or not. */
  static byte[] block(int plainBytes, byte[] packed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head("bv41", plainBytes, packed.length));
    out.writeBytes(packed);
    return out.toByteArray();
  }

  static byte[] head(String magic, int... sizes) {
    ByteBuffer head =
        ByteBuffer.allocate(magic.length() + sizes.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(magic.getBytes(StandardCharsets.US_ASCII));
    for (int size : sizes) {
      head.putInt(size);
    }
    return head.array();
  }
}
