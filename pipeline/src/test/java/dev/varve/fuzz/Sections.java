package dev.varve.fuzz;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An input of several files: sections between bytes ff. A section may name the digest of a later
 * one as {@code @1}, so that what it refers to is found whatever was changed in it.
 */
final class Sections {
  private static final int MOST = 10;

  private Sections() {}

  /** The sections, digests filled in. */
  static List<byte[]> of(byte[] data) {
    return of(data, section -> section);
  }

  /** The sections, digests filled in, each then mended before it has a digest itself. */
  static List<byte[]> of(byte[] data, UnaryOperator<byte[]> mended) {
    List<byte[]> sections = new ArrayList<>();
    int from = 0;
    for (int at = 0; at <= data.length && sections.size() < MOST; at++) {
      if (at == data.length || data[at] == (byte) 0xff) {
        sections.add(Arrays.copyOfRange(data, from, at));
        from = at + 1;
      }
    }
    String[] digests = new String[sections.size()];
    for (int at = sections.size() - 1; at >= 0; at--) {
      String text = new String(sections.get(at), StandardCharsets.ISO_8859_1);
      for (int later = at + 1; later < sections.size() && text.indexOf('@') >= 0; later++) {
        text = text.replace("@" + later, digests[later]);
      }
      sections.set(at, mended.apply(text.getBytes(StandardCharsets.ISO_8859_1)));
      digests[at] = digest(sections.get(at));
    }
    return sections;
  }

  /** An input of these sections. */
  static byte[] join(String... sections) {
    return String.join("\u00ff", sections).getBytes(StandardCharsets.ISO_8859_1);
  }

  static String digest(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
