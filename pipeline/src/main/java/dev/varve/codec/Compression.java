package dev.varve.codec;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /**
   * The name of a format whose magic these bytes are and that is not read, as no image
   * specification knows it; null for anything else, such as a tar.
   *
   * @param head the first bytes of a blob that {@link #sniff} takes for none
   * @param length how many of them are valid
   */
  static @Nullable String foreign(byte[] head, int length) {
    if (length < MAGIC_BYTES) {
      return null;
    }
    int magic = at(head, 0) | at(head, 1) << 8 | at(head, 2) << 16 | at(head, 3) << 24;
    if (magic == 0x184D2204 || magic == 0x184C2102) {
      return "lz4";
    } else if (magic >= 0xFD2FB51E && magic < 0xFD2FB528) {
      return "a zstd older than its specification";
    } else if (at(head, 0) == 0x1f && at(head, 1) == 0x9d) {
      return "compress (.Z)";
    } else if (magic == 0x04034B50) {
      return "zip";
    } else if (magic == 0x50495A4C) {
      return "lzip";
    } else if ((magic & 0xFFFFFF) == 0x5D && (at(head, 3) | at(head, 4)) != 0) {
      // Properties and the size of the dictionary. Of a tar whose first file is "]" zeros follow.
      return "lzma";
    }
    return null;
  }

  private static int at(byte[] bytes, int index) {
    return bytes[index] & 0xff;
  }
}
