package dev.varve.input.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that identify a format.
 *
 * @param offset offset of the bytes in the file; negative from its end
 * @param characters one Latin-1 character for each byte
 * @param pattern pattern of the bytes for a magic with several forms, or null; {@code characters}
 *     is then the shortest form
 */
record Magic(int offset, String characters, @Nullable Pattern pattern) {
  Magic(int at, String letters) {
    this(at, letters, null);
  }

  /**
   * @param part the first bytes of a file, or its last ones
   */
  boolean matches(byte[] part) {
    if (pattern != null) {
      return pattern.matcher(new String(part, StandardCharsets.ISO_8859_1)).lookingAt();
    }
    int start = offset < 0 ? part.length + offset : offset;
    if (start < 0) {
      return false;
    }
    for (int letter = 0; letter < characters.length(); letter++) {
      int from = start + letter;
      if (from >= part.length || (part[from] & 0xff) != characters.charAt(letter)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a header, which is long enough, contains it. */
  boolean matches(ByteBuffer header) {
    byte[] part = new byte[characters.length()];
    header.get(offset, part);
    return new String(part, StandardCharsets.ISO_8859_1).equals(characters);
  }

  int end() {
    return offset + characters.length();
  }
}
