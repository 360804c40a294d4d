package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;

/**
 * Empty stored blocks in a deflate stream, which encoders write to flush: {@code 00 00 ff ff} on a
 * byte boundary. Marks in the middle come from encoders that compress blocks in parallel (pigz each
 * 128 KiB, pgzip each MiB). Go's encoder (compress/flate, close), and encoders made from it, end
 * every stream with a mark; zlib never does. The four bytes also occur by chance, about once in 4
 * GiB.
 *
 * @param inner marks before the end
 * @param last whether the only member's data ends with one
 */
record FlushMarks(long inner, boolean last) {
  private static final int MARK = 0x0000ffff;

  /** CRC and length behind a member's data (RFC 1952). */
  private static final int TRAILER_BYTES = 8;

  /**
   * Searches a gzip blob.
   *
   * @param in the blob, closed
   */
  static FlushMarks of(InputStream in) throws IOException {
    try (in) {
      byte[] buffer = new byte[64 << 10];
      int window = -1;
      long at = 0;
      long marks = 0;
      long lastEnd = -1;
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        for (int index = 0; index < got; index++) {
          window = (window << 8) | (buffer[index] & 0xff);
          if (window == MARK) {
            marks++;
            lastEnd = at + index + 1;
          }
        }
        at += got;
      }
      boolean last = lastEnd == at - TRAILER_BYTES;
      return new FlushMarks(last ? marks - 1 : marks, last);
    }
  }
}
