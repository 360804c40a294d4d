package dev.varve.input.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that identify a format.
 *
 * @param at offset of the bytes in the file; negative from its end
 * @param letters one Latin-1 character for each byte
 * @param text pattern of the bytes for a magic with several forms, or null; {@code letters} is then
 *     the shortest form
 */
record Magic(int at, String letters, @Nullable Pattern text) {
  Magic(int at, String letters) {
    this(at, letters, null);
  }

  /**
   * @param part the first bytes of a file, or its last ones
   */
  boolean isIn(byte[] part) {
    if (text != null) {
      return text.matcher(new String(part, StandardCharsets.ISO_8859_1)).lookingAt();
    }
    int start = at < 0 ? part.length + at : at;
    if (start < 0) {
      return false;
    }
    for (int letter = 0; letter < letters.length(); letter++) {
      int from = start + letter;
      if (from >= part.length || (part[from] & 0xff) != letters.charAt(letter)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a header, which is long enough, contains it. */
  boolean isIn(ByteBuffer header) {
    byte[] part = new byte[letters.length()];
    header.get(at, part);
    return new String(part, StandardCharsets.ISO_8859_1).equals(letters);
  }

  int end() {
    return at + letters.length();
  }
}
