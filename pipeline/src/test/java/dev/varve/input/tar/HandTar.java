package dev.varve.input.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Archives put together header by header, so that anything can be wrong with them. Text is Latin-1.
 */
public final class HandTar {
  private static final byte[] EMPTY = new byte[0];
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A header of 512 bytes: fields are put in, the checksum comes last. */
  public static final class Header {
    private final byte[] block = new byte[512];

    /** The header that POSIX ustar prescribes for a name of at most 100 bytes. */
    public static Header ustar(char type, String name, long size) {
      return v7(type, name, size).put(257, "ustar\00000");
    }

    /** As ustar, with GNU's magic. */
    public static Header gnu(char type, String name, long size) {
      return v7(type, name, size).put(257, "ustar  \0");
    }

    /** A header without any magic, as Version 7 Unix wrote it. */
    public static Header v7(char type, String name, long size) {
      return new Header()
          .put(0, name)
          .put(100, "0000644\0")
          .put(108, "0001750\0")
          .put(116, "0000144\0")
          .put(124, octal(size, 11))
          .put(136, "14371573751\0")
          .put(156, String.valueOf(type));
    }

    /** Writes Latin-1 text at a place. */
    public Header put(int at, String text) {
      return put(at, latin(text));
    }

    /** Writes bytes at a place. */
    public Header put(int at, byte[] bytes) {
      System.arraycopy(bytes, 0, block, at, bytes.length);
      return this;
    }

    /** The block with the sum that the standard asks for. */
    public byte[] sealed() {
      Arrays.fill(block, 148, 156, (byte) ' ');
      int sum = 0;
      for (byte octet : block) {
        sum += octet & 0xff;
      }
      return put(148, octal(sum, 6) + ' ').block.clone();
    }
  }

  /** A regular file. */
  public HandTar file(String name, byte[] content) {
    return add(Header.ustar('0', name, content.length), content);
  }

  /** An entry without content. */
  public HandTar add(Header header) {
    return add(header, EMPTY);
  }

  /** An entry with content padded to a block. */
  public HandTar add(Header header, byte[] content) {
    return raw(header.sealed()).raw(content).raw(new byte[-content.length & 511]);
  }

  /** A PAX extended header, local ({@code x}) or global ({@code g}), of keys and values in turn. */
  public HandTar pax(char type, String... keysAndValues) {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      records.writeBytes(record(keysAndValues[at], keysAndValues[at + 1]));
    }
    return paxBytes(type, records.toByteArray());
  }

  /** A PAX extended header of these bytes. */
  public HandTar paxBytes(char type, byte[] records) {
    return add(Header.ustar(type, "PaxHeaders/x", records.length), records);
  }

  /** GNU's long name ({@code L}) or long link ({@code K}) of the entry that follows. */
  public HandTar gnuLong(char type, String name) {
    return add(Header.gnu(type, "././@LongLink", name.length() + 1), latin(name + '\0'));
  }

  /** Any bytes. */
  public HandTar raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** The two blocks of zeros. */
  public HandTar end() {
    return raw(new byte[1024]);
  }

  /** The archive so far. */
  public byte[] bytes() {
    return out.toByteArray();
  }

  /** Octal digits with a NUL behind. */
  public static String octal(long number, int digits) {
    String octal = Long.toOctalString(number);
    return "0".repeat(Math.max(0, digits - octal.length())) + octal + '\0';
  }

  /** Text of one byte a character. */
  public static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** One PAX record, whose length counts its own digits. */
  public static byte[] record(String key, String value) {
    int rest = key.length() + value.length() + 3;
    int length = rest + 1;
    while (String.valueOf(length).length() + rest != length) {
      length = String.valueOf(length).length() + rest;
    }
    return latin(length + " " + key + "=" + value + "\n");
  }
}
