package dev.varve.content.packed;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.BulkInputStream;
import dev.varve.input.source.FirstBytes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorInputStream;

/**
 * Decoder of LZ4 in the framing of Apple. A block begins with {@code bv41} and its plain and packed
 * size, or with {@code bv4-} when it is stored as it is; {@code bv4$} is the end. A block may copy
 * from the 64 KiB before it. Memory does not depend on the sizes of blocks.
 *
 * @see <a href="https://developer.apple.com/documentation/compression/compression_lz4">Apple:
 *     COMPRESSION_LZ4</a>
 */
final class AppleLz4 extends BulkInputStream {
  private static final int WINDOW_BYTES = 64 << 10;
  private static final int PACKED = 0x62763431;
  private static final int STORED = 0x6276342d;
  private static final int END = 0x62763424;

  private final BlobStream blob;
  private final DataInputStream heads;
  private final byte[] window = new byte[WINDOW_BYTES];
  private int windowBytes;
  private InputStream block = InputStream.nullInputStream();
  private long left;
  private boolean isEnd;

  AppleLz4(BlobStream blob) {
    this.blob = blob;
    heads = new DataInputStream(blob);
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    while (left == 0 && !isEnd) {
      begin();
    }
    if (isEnd) {
      return -1;
    }
    int got = unpacked(into, from, (int) Math.min(length, left));
    left -= Math.max(0, got);
    if (got <= 0 || (left == 0 && unpacked(new byte[1], 0, 1) > 0)) {
      throw fault("a block has another length than its header states");
    }
    int last = Math.min(got, WINDOW_BYTES);
    int stay = Math.min(windowBytes, WINDOW_BYTES - last);
    System.arraycopy(window, windowBytes - stay, window, 0, stay);
    System.arraycopy(into, from + got - last, window, stay, last);
    windowBytes = stay + last;
    return got;
  }

  private void begin() throws IOException {
    try {
      int magic = heads.readInt();
      isEnd = magic == END;
      if (magic != PACKED && magic != STORED && magic != END) {
        throw fault("no block of LZ4 begins here, as Apple frames it");
      }
      left = isEnd ? 0 : size();
      // The decoder reads byte by byte.
      InputStream packed =
          new BufferedInputStream(new FirstBytes(blob, magic == PACKED ? size() : left), 1 << 16);
      block = packed;
      if (magic == PACKED) {
        BlockLZ4CompressorInputStream decoder = new BlockLZ4CompressorInputStream(packed);
        decoder.prefill(Arrays.copyOf(window, windowBytes));
        block = decoder;
      }
    } catch (EOFException e) {
      throw fault("the LZ4 data ends without its end mark");
    }
  }

  private long size() throws IOException {
    return Integer.toUnsignedLong(Integer.reverseBytes(heads.readInt()));
  }

  /** Decodes a block; a fault of the decoder means bad data, unless the medium failed. */
  private int unpacked(byte[] into, int from, int length) throws IOException {
    try {
      // The decoder returns a few bytes at a time, and each call moves the window.
      return block.readNBytes(into, from, length);
    } catch (IOException | RuntimeException e) {
      if (blob.fault() != null || e instanceof MalformedBlobException) {
        throw e;
      }
      throw fault("LZ4 data cannot be decoded: " + e.getMessage());
    }
  }

  private MalformedBlobException fault(String message) throws IOException {
    RejectReason reason = blob.read() < 0 ? RejectReason.TRUNCATED : RejectReason.CORRUPT;
    return new MalformedBlobException(reason, blob.offset(), message);
  }
}
