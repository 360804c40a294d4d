package dev.varve.content.rebuild;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The header of a gzip member (RFC 1952), as far as it shows who wrote it.
 *
 * @param bytes length, names and extra fields included
 * @param mtime the four bytes of the time, as a little-endian number
 * @param extraFlags 4 for the fastest level, 2 for the slowest, 0 for others
 * @param system 3 for Unix, 255 for unknown
 * @param named whether it contains a file name
 */
record GzipHeader(long bytes, long mtime, int extraFlags, int system, boolean named) {
  /** The zero time of Go in 32 bits: {@code 00 09 6e 88}. */
  private static final long ZERO_TIME_OF_GO = 0x886e0900L;

  private static final int FLAG_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;

  /** Reads a header, and nothing behind it. */
  static GzipHeader read(InputStream in) throws IOException {
    byte[] fixed = in.readNBytes(10);
    if (fixed.length < 10 || (fixed[0] & 0xff) != 0x1f || (fixed[1] & 0xff) != 0x8b) {
      throw new EOFException("no gzip header");
    }
    int flags = fixed[3];
    long bytes = fixed.length;
    if ((flags & FLAG_EXTRA) != 0) {
      int length = readByte(in) | readByte(in) << 8;
      in.skipNBytes(length);
      bytes += 2 + length;
    }
    for (int flag : new int[] {FLAG_NAME, FLAG_COMMENT}) {
      if ((flags & flag) != 0) {
        do {
          bytes++;
        } while (readByte(in) != 0);
      }
    }
    if ((flags & FLAG_CRC) != 0) {
      in.skipNBytes(2);
      bytes += 2;
    }
    long mtime = ByteBuffer.wrap(fixed).order(ByteOrder.LITTLE_ENDIAN).getInt(4) & 0xffffffffL;
    return new GzipHeader(bytes, mtime, fixed[8], fixed[9] & 0xff, (flags & FLAG_NAME) != 0);
  }

  /** All levels, in the order in which they are likely by this header. */
  List<Integer> levels() {
    return switch (extraFlags) {
      case 4 -> List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
      case 2 -> List.of(9, 8, 7, 6, 5, 4, 3, 2, 1);
      default -> List.of(6, 5, 9, 1, 7, 8, 4, 3, 2);
    };
  }

  /**
   * Who most likely wrote a blob that begins with this header, from what the tools were seen to
   * write. The header narrows it down; only equal bytes decide.
   *
   * @param marks flush marks of the blob
   */
  String producer(FlushMarks marks) {
    if (mtime == ZERO_TIME_OF_GO && system == 255) {
      return marks.inner() > 0 ? "pgzip" : "klauspost";
    }
    if (system == 255 && mtime == 0 && !named) {
      return marks.last() ? "go" : "zlib";
    }
    if (system == 3) {
      return marks.inner() > 0 ? "pigz" : "gzip";
    }
    return "other gzip";
  }

  private static int readByte(InputStream in) throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new EOFException("the gzip header ends");
    }
    return octet;
  }
}
