package dev.varve.input.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A coarse type of a file's content, detected by its first bytes: {@code
 * layer_recipe.content_type}.
 */
public final class ContentType {
  /** Number of bytes at the start of a file that are used. */
  public static final int HEAD_BYTES = 512;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The number 1 in each byte of a long, and the top bit of each byte. */
  private static final long ONES = 0x0101010101010101L;

  private static final long SIGNS = 0x8080808080808080L;

  private ContentType() {}

  /**
   * The kind: elf (also PE and Mach-O), script, archive, image, bytecode, database, text, data,
   * empty.
   *
   * @param head the first bytes
   * @param length how many are valid: min(HEAD_BYTES, size of the file)
   */
  public static String of(byte[] head, int length) {
    if (length == 0) {
      return "empty";
    }
    if (starts(head, length, "\u007fELF")
        || starts(head, length, "MZ")
        || starts(head, length, "\u00cf\u00fa\u00ed\u00fe")) {
      return "elf";
    }
    if (starts(head, length, "#!")) {
      return "script";
    }
    if (isArchive(head, length)) {
      return "archive";
    }
    if (starts(head, length, "\u0089PNG")
        || starts(head, length, "\u00ff\u00d8\u00ff")
        || starts(head, length, "GIF8")
        || starts(head, length, "RIFF")) {
      return "image";
    }
    if (starts(head, length, "\u00ca\u00fe\u00ba\u00be") || isPythonBytecode(head, length)) {
      return "bytecode";
    }
    if (starts(head, length, "SQLite format 3\0")
        || starts(head, length, "\u00de\u0012\u0004\u0095")) {
      return "database";
    }
    return isText(head, length) ? "text" : "data";
  }

  private static boolean isArchive(byte[] head, int length) {
    return Compression.sniff(head, length) != Compression.NONE
        || starts(head, length, "PK\u0003\u0004")
        || starts(head, length, "!<arch>\n")
        || starts(head, length, "7z\u00bc\u00af")
        || (length > 262 && new String(head, 257, 5, StandardCharsets.ISO_8859_1).equals("ustar"));
  }

  /**
   * Detects CPython's header of 16 bytes: two bytes of version, then CR LF. Versions so far are
   * below 0x1000.
   */
  private static boolean isPythonBytecode(byte[] head, int length) {
    return length >= 16 && head[2] == '\r' && head[3] == '\n' && (head[1] & 0xff) <= 0x0f;
  }

  private static boolean isText(byte[] head, int length) {
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      if (!isText((long) LONG.get(head, at))) {
        return false;
      }
    }
    long last = ONES * ' ';
    for (; at < length; at++) {
      last = (last << Byte.SIZE) | (head[at] & 0xff);
    }
    return isText(last);
  }

  /**
   * Whether all eight bytes may be text: no control characters except 0x07 (BEL) to 0x0d (CR) and
   * 0x1b (ESC). Bytes from 0x80 on pass, as letters of some encoding. The bytes are tested
   * together, in the lanes of one long.
   */
  private static boolean isText(long word) {
    long formats = lanesAtLeast(word, 0x07) & ~lanesAtLeast(word, 0x0e);
    long escapes = lanesAtLeast(word, 0x1b) & ~lanesAtLeast(word, 0x1c);
    long letters = lanesAtLeast(word, 0x20) & ~lanesAtLeast(word, 0x7f);
    return ((word | formats | escapes | letters) & SIGNS) == SIGNS;
  }

  /**
   * Sets the top bit of each byte whose lower seven bits are at least {@code least}. No byte
   * borrows from its neighbour, because its top bit is set before the subtraction.
   */
  private static long lanesAtLeast(long word, int least) {
    return (word | SIGNS) - ONES * least;
  }

  private static boolean starts(byte[] head, int length, String magic) {
    if (length < magic.length()) {
      return false;
    }
    for (int at = 0; at < magic.length(); at++) {
      if ((head[at] & 0xff) != magic.charAt(at)) {
        return false;
      }
    }
    return true;
  }
}
