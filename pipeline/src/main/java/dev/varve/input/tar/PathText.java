package dev.varve.input.tar;

import dev.varve.model.CleanPath;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Escapes names of archives, which are bytes, into text for table columns. The escape is lossless:
 * each byte that is not UTF-8, of a control character or of a backslash becomes {@code \xHH}.
 */
public final class PathText {
  private PathText() {}

  /** A name of an entry as its {@link CleanPath}; {@code .} for the root. */
  public static String path(byte[] name) {
    // Fast path: most names are already clean, and are then escaped without intermediate strings.
    int from = 0;
    int to = name.length;
    while (from < to) {
      if (name[from] == '/') {
        from++;
      } else if (name[from] == '.' && from + 1 < to && name[from + 1] == '/') {
        from += 2;
      } else {
        break;
      }
    }
    while (to > from && name[to - 1] == '/') {
      to--;
    }
    String clean = CleanPath.of(escape(name, from, to));
    return clean.isEmpty() ? "." : clean;
  }

  /** The escaped text of a whole name. */
  public static String text(byte[] name) {
    return escape(name, 0, name.length);
  }

  private static String escape(byte[] name, int from, int to) {
    for (int at = from; at < to; at++) {
      if (name[at] < 0x20 || name[at] == 0x7f || name[at] == '\\') {
        return escapeSlowly(name, from, to);
      }
    }
    return new String(name, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static String escapeSlowly(byte[] name, int from, int to) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(name, from, to - from);
    CharBuffer out = CharBuffer.allocate(to - from);
    StringBuilder text = new StringBuilder(to - from + 16);
    while (in.hasRemaining()) {
      CoderResult result = decoder.decode(in, out, true);
      out.flip();
      for (int at = 0; at < out.length(); at++) {
        char next = out.charAt(at);
        if (next < 0x20 || next == 0x7f || next == '\\') {
          hex(text, next);
        } else if (next > 0x7f && next < 0xa0) {
          hex(text, 0xc2); // the first UTF-8 byte of control characters 0x80 to 0x9f
          hex(text, next);
        } else {
          text.append(next);
        }
      }
      out.clear();
      if (result.isError()) {
        for (int bad = 0; bad < result.length(); bad++) {
          hex(text, in.get());
        }
        decoder.reset();
      }
    }
    return text.toString();
  }

  private static void hex(StringBuilder text, int octet) {
    text.append("\\x");
    HexFormat.of().toHexDigits(text, (byte) octet);
  }
}
