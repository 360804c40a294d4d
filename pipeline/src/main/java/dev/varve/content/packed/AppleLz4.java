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
  private static final int COMPRESSED_MAGIC = 0x62763431;
  private static final int STORED_MAGIC = 0x6276342d;
  private static final int END_MAGIC = 0x62763424;

  private final BlobStream blob;
  private final DataInputStream headers;
  private final byte[] window = new byte[WINDOW_BYTES];
  private int windowBytes;
  private InputStream block = InputStream.nullInputStream();

  /** Plain bytes of the current block that were not returned yet. */
  private long blockBytesLeft;

  private boolean ended;

  AppleLz4(BlobStream blob) {
    this.blob = blob;
    headers = new DataInputStream(blob);
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    while (blockBytesLeft == 0 && !ended) {
      beginBlock();
    }
    if (ended) {
      return -1;
    }
    int got = decode(into, from, (int) Math.min(length, blockBytesLeft));
    blockBytesLeft -= Math.max(0, got);
    if (got <= 0 || (blockBytesLeft == 0 && decode(new byte[1], 0, 1) > 0)) {
      throw fault("a block has another length than its header states");
    }
    int newBytes = Math.min(got, WINDOW_BYTES);
    int keptBytes = Math.min(windowBytes, WINDOW_BYTES - newBytes);
    System.arraycopy(window, windowBytes - keptBytes, window, 0, keptBytes);
    System.arraycopy(into, from + got - newBytes, window, keptBytes, newBytes);
    windowBytes = keptBytes + newBytes;
    return got;
  }

  private void beginBlock() throws IOException {
    try {
      int magic = headers.readInt();
      ended = magic == END_MAGIC;
      if (magic != COMPRESSED_MAGIC && magic != STORED_MAGIC && magic != END_MAGIC) {
        throw fault("no block of LZ4 begins here, as Apple frames it");
      }
      blockBytesLeft = ended ? 0 : readSize();
      // The decoder reads byte by byte.
      InputStream blockInput =
          new BufferedInputStream(
              new FirstBytes(blob, magic == COMPRESSED_MAGIC ? readSize() : blockBytesLeft),
              1 << 16);
      block = blockInput;
      if (magic == COMPRESSED_MAGIC) {
        BlockLZ4CompressorInputStream decoder = new BlockLZ4CompressorInputStream(blockInput);
        decoder.prefill(Arrays.copyOf(window, windowBytes));
        block = decoder;
      }
    } catch (EOFException e) {
      throw fault("the LZ4 data ends without its end mark");
    }
  }

  private long readSize() throws IOException {
    return Integer.toUnsignedLong(Integer.reverseBytes(headers.readInt()));
  }

  /** Decodes a block; a fault of the decoder means bad data, unless the medium failed. */
  private int decode(byte[] into, int from, int length) throws IOException {
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
