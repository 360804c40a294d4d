package dev.varve.codec;

import java.util.Locale;

/**
 * How a blob is compressed, detected by its first bytes; the declared media type is not trusted.
 */
public enum Compression {
  GZIP,
  ZSTD,
  BZIP2,
  XZ,
  NONE;

  /** Bytes of magic that {@link #sniff} wants to see. */
  public static final int MAGIC_BYTES = 6;

  /** As written in {@code layer.compression}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds the format by magic: RFC 1952, RFC 8878 (with skippable frames), bzip2, xz.
   *
   * @param head the first bytes of the blob
   * @param length how many of them are valid
   */
  public static Compression sniff(byte[] head, int length) {
    if (length >= 2 && at(head, 0) == 0x1f && at(head, 1) == 0x8b) {
      return GZIP;
    }
    if (length >= 4) {
      int magic = at(head, 0) | at(head, 1) << 8 | at(head, 2) << 16 | at(head, 3) << 24;
      if (magic == 0xFD2FB528 || (magic & 0xFFFFFFF0) == 0x184D2A50) {
        return ZSTD;
      }
      if (at(head, 0) == 'B'
          && at(head, 1) == 'Z'
          && at(head, 2) == 'h'
          && at(head, 3) >= '1'
          && at(head, 3) <= '9') {
        return BZIP2;
      }
    }
    if (length >= 6
        && at(head, 0) == 0xFD
        && at(head, 1) == '7'
        && at(head, 2) == 'z'
        && at(head, 3) == 'X'
        && at(head, 4) == 'Z'
        && at(head, 5) == 0) {
      return XZ;
    }
    return NONE;
  }

  private static int at(byte[] bytes, int index) {
    return bytes[index] & 0xff;
  }
}
