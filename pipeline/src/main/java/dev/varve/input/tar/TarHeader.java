package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One header block, which {@link TarReader} turns into an entry: the fields that v7, ustar and GNU
 * have in the same places. Bare numbers are offsets and lengths of fields (POSIX.1-2017, pax, ustar
 * Interchange Format).
 */
final class TarHeader {
  static final int BLOCK_BYTES = 512;

  private static final int PREFIX_AT = 345;
  private static final byte[] USTAR = "ustar\0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STAR = "tar\0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GNU = "ustar  \0".getBytes(StandardCharsets.US_ASCII);

  private final byte[] block;
  private final ArchiveInput in;

  private TarHeader(byte[] block, ArchiveInput in) {
    this.block = block;
    this.in = in;
  }

  /** The next header of the archive; null for the block of zeros that ends it. */
  static @Nullable TarHeader read(ArchiveInput in) throws IOException {
    if (!in.ensure(BLOCK_BYTES)) {
      throw in.truncated("a header");
    }
    byte[] block = Arrays.copyOfRange(in.buffer(), in.position(), in.position() + BLOCK_BYTES);
    TarHeader header = new TarHeader(block, in);
    boolean isZero = TarSum.isZero(block);
    if (isZero || !header.hasSum()) {
      // At the start of a layer, check for another format: a file system may begin with zeros, as
      // an empty archive does.
      String other = in.offset() == 0 ? NonTarFormat.at(in) : null;
      if (other != null) {
        throw in.malformed(
            RejectReason.UNSUPPORTED, "no tar, but " + other + ", a format that is not read");
      }
      if (isZero) {
        return null;
      }
      throw in.malformed(RejectReason.CORRUPT, "no tar header: its checksum is wrong");
    }
    in.advance(BLOCK_BYTES);
    return header;
  }

  /** Whether the block at the position, which must be available, has the sum of a header. */
  static boolean isHeader(ArchiveInput in) {
    byte[] block = Arrays.copyOfRange(in.buffer(), in.position(), in.position() + BLOCK_BYTES);
    return new TarHeader(block, in).hasSum();
  }

  /** Bytes that fill up the last block of {@code content} bytes. */
  static long padding(long content) {
    return -content & BLOCK_BYTES - 1;
  }

  char type() {
    return (char) (block[156] & 0xff);
  }

  byte[] name() {
    byte[] name = text(block, 0, 100);
    byte[] prefix = prefix();
    if (prefix.length == 0) {
      return name;
    }
    byte[] joined = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
    joined[prefix.length] = '/';
    System.arraycopy(name, 0, joined, prefix.length + 1, name.length);
    return joined;
  }

  /**
   * The folders in front of the name, from the field prefix. In star's headers the field has only
   * 131 bytes, with times behind it. In GNU headers two times stand in its place. But Go before 1.8
   * wrote folders into GNU headers, so a prefix is read there if it is ASCII and the bytes are no
   * valid times.
   */
  private byte[] prefix() {
    if (hasAt(257, USTAR)) {
      return text(block, PREFIX_AT, hasAt(508, STAR) ? 131 : 155);
    }
    byte[] prefix = text(block, PREFIX_AT, 155);
    return isGnu() && !(isTime(PREFIX_AT) && isTime(PREFIX_AT + 12)) && isAscii(prefix)
        ? prefix
        : new byte[0];
  }

  private boolean isTime(int at) {
    return block[at] == 0 || TarNumbers.parseField(block, at, 12) != TarNumbers.INVALID;
  }

  private boolean isGnu() {
    return hasAt(257, GNU);
  }

  private boolean hasAt(int at, byte[] magic) {
    return Arrays.equals(block, at, at + magic.length, magic, 0, magic.length);
  }

  private static boolean isAscii(byte[] text) {
    for (byte octet : text) {
      if (octet < 0) {
        return false;
      }
    }
    return true;
  }

  byte[] link() {
    return text(block, 157, 100);
  }

  /** Permission bits, without the file type bits that some writers put above them. */
  int mode() throws IOException {
    return (int) (number(100, 8, "mode") & 07777);
  }

  /** Negative where a writer treated the field as signed, for example for user nobody. */
  long uid() throws IOException {
    return number(108, 8, "uid");
  }

  /** The group; read like {@link #uid}. */
  long gid() throws IOException {
    return number(116, 8, "gid");
  }

  long size() throws IOException {
    return natural(124, 12, "size");
  }

  /** Time of modification in seconds since 1970; negative before 1970. */
  long mtime() throws IOException {
    return number(136, 12, "mtime");
  }

  /** Old GNU form of a sparse file: its size when extracted. */
  long realSize() throws IOException {
    return natural(483, 12, "real size");
  }

  /**
   * Adds the pieces in the header of a sparse file of the old GNU form; returns whether blocks with
   * more pieces follow.
   */
  boolean pieces(SparseMaps maps, SparseMap map) throws IOException {
    if (!isGnu()) {
      throw in.malformed(RejectReason.CORRUPT, "a sparse file of GNU in a header of another form");
    }
    pieces(386, 4, maps, map);
    return block[482] != 0;
  }

  /** Adds the pieces of a block that follows the header; see {@link #pieces}. */
  static boolean morePieces(ArchiveInput in, SparseMaps maps, SparseMap map) throws IOException {
    if (!in.ensure(BLOCK_BYTES)) {
      throw in.truncated("a sparse map");
    }
    byte[] block = Arrays.copyOfRange(in.buffer(), in.position(), in.position() + BLOCK_BYTES);
    in.advance(BLOCK_BYTES);
    new TarHeader(block, in).pieces(0, 21, maps, map);
    return block[504] != 0;
  }

  private void pieces(int at, int count, SparseMaps maps, SparseMap map) throws IOException {
    for (int from = at; from < at + count * 24; from += 24) {
      if (block[from] == 0) {
        return;
      }
      maps.add(map, natural(from, 12, "sparse offset"));
      maps.add(map, natural(from + 12, 12, "sparse length"));
    }
  }

  private long natural(int at, int length, String what) throws IOException {
    long value = number(at, length, what);
    if (value < 0) {
      throw invalid(what);
    }
    return value;
  }

  private long number(int at, int length, String what) throws IOException {
    long value = TarNumbers.parseField(block, at, length);
    if (value == TarNumbers.INVALID) {
      throw invalid(what);
    }
    return value;
  }

  private IOException invalid(String what) {
    return in.malformed(RejectReason.CORRUPT, "a header whose " + what + " is not a valid number");
  }

  private boolean hasSum() {
    return TarSum.matches(block, TarNumbers.parseField(block, 148, 8));
  }

  /** A field of text, up to its first NUL. */
  static byte[] text(byte[] block, int at, int length) {
    int end = at;
    while (end < at + length && block[end] != 0) {
      end++;
    }
    return Arrays.copyOfRange(block, at, end);
  }
}
