package dev.varve.input.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The header of a zstd frame (RFC 8878, 3.1.1.1).
 *
 * @param startBytes length of the frame header together with the first block and its header
 * @param contentBytes length of the content, or -1 where it is not stated
 * @param windowBytes memory that a decoder needs
 * @param checksum whether the frame ends with a checksum of its content
 * @param dictionary whether decoding needs a dictionary
 */
public record ZstdFrame(
    long startBytes, long contentBytes, long windowBytes, boolean checksum, boolean dictionary) {
  /** The magic number of a frame as a little-endian number. */
  private static final long MAGIC = 0xfd2fb528L;

  private static final int BLOCK_HEADER_BYTES = 3;

  /** Most bytes of a frame header (18) and the header of its first block (3). */
  static final int MOST_BYTES = 21;

  /** Reads a header; a skippable frame has none. */
  public static Optional<ZstdFrame> read(InputStream in) throws IOException {
    if (readNumber(in, 4) != MAGIC) {
      return Optional.empty();
    }
    int descriptor = (int) readNumber(in, 1);
    boolean isSingleSegment = (descriptor & 0x20) != 0;
    long window = 0;
    if (!isSingleSegment) {
      int windowDescriptor = (int) readNumber(in, 1);
      long base = 1L << (10 + (windowDescriptor >> 3));
      window = base + base / 8 * (windowDescriptor & 7);
    }
    int dictionaryBytes = new int[] {0, 1, 2, 4}[descriptor & 3];
    readNumber(in, dictionaryBytes);
    int sizeFlag = descriptor >> 6;
    int sizeBytes = sizeFlag == 0 && isSingleSegment ? 1 : new int[] {0, 2, 4, 8}[sizeFlag];
    long content = sizeBytes == 0 ? -1 : readNumber(in, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
    long block = readNumber(in, BLOCK_HEADER_BYTES);
    boolean isRunLengthBlock = (block >> 1 & 3) == 1;
    return Optional.of(
        new ZstdFrame(
            5L
                + (isSingleSegment ? 0 : 1)
                + dictionaryBytes
                + sizeBytes
                + BLOCK_HEADER_BYTES
                + (isRunLengthBlock ? 1 : block >> 3),
            content,
            isSingleSegment ? content : window,
            (descriptor & 4) != 0,
            dictionaryBytes > 0));
  }

  private static long readNumber(InputStream in, int bytes) throws IOException {
    long number = 0;
    for (int shift = 0; shift < 8 * bytes; shift += 8) {
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException("the zstd header ends");
      }
      number |= (long) octet << shift;
    }
    return number;
  }
}
