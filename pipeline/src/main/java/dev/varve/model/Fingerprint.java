package dev.varve.model;

import java.util.Arrays;
import java.util.HexFormat;

/** Identity of some content: the bytes of a digest, whichever algorithm made them. */
public final class Fingerprint implements Comparable<Fingerprint> {
  private final byte[] bytes;

  private Fingerprint(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Wraps a digest's bytes without a copy; the caller must not change the array. */
  public static Fingerprint of(byte[] digest) {
    return new Fingerprint(digest);
  }

  /** Reads hexadecimal digits, with or without a prefix such as {@code sha256:}. */
  public static Fingerprint parse(String text) {
    return new Fingerprint(HexFormat.of().parseHex(text.substring(text.indexOf(':') + 1)));
  }

  /** The digest's bytes, not to be changed: rows share them. */
  public byte[] bytes() {
    return bytes;
  }

  /** Lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public int compareTo(Fingerprint other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
