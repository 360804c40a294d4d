package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The members of an OVA, a tar archive of an appliance: its description and its disks. Only headers
 * are read. A disk is a range of the archive, or several: its chunks, which are members named
 * {@code DISK.000000000}, {@code DISK.000000001} and so on.
 *
 * @see <a href="https://www.dmtf.org/standards/ovf">The Open Virtualization Format</a>
 */
final class OvaArchive {
  private static final int BLOCK_BYTES = 512;
  private static final int MOST_MEMBERS = 10_000;
  private static final int MOST_EXTENSION_BYTES = 64 << 10;

  /**
   * Longest name of a member, as the names of all members are in memory. Tar headers without
   * extensions allow 256.
   */
  private static final int MOST_NAME_LETTERS = 1024;

  private static final Pattern CHUNK = Pattern.compile("(.+)\\.(\\d{9})");

  /**
   * A record of a PAX header. It must begin a line, so that matching a long run of digits is not
   * tried again at each digit.
   */
  private static final Pattern PAX = Pattern.compile("(?<![^\n])\\d{1,9}+ (path|size)=([^\n]*+)\n");

  private final ByteStore store;
  private final String location;
  private final Map<String, Member> members = new LinkedHashMap<>();

  /**
   * A file in the archive.
   *
   * @param offsets where the pieces of the file begin in the archive
   * @param pieceBytes length of each piece; the last may be shorter
   * @param bytes length of the whole file
   */
  record Member(List<Long> offsets, long pieceBytes, long bytes) {
    /** Offset in the archive of byte {@code position} of the file. */
    long archiveOffset(long position) {
      return offsets.get((int) (position / pieceBytes)) + position % pieceBytes;
    }

    /** This file cut to its first {@code end} bytes. */
    Member firstBytes(long end) {
      return new Member(offsets, pieceBytes, end);
    }

    /** Number of bytes from {@code position} on that are contiguous in the archive. */
    long contiguousBytes(long position) {
      return Math.min(pieceBytes - position % pieceBytes, bytes - position);
    }
  }

  private OvaArchive(ByteStore store, String location) {
    this.store = store;
    this.location = location;
  }

  /** Whether a name is that of an OVA. */
  static boolean isNamed(String name) {
    return name.regionMatches(true, name.length() - 4, ".ova", 0, 4);
  }

  /**
   * The files of an archive by their names.
   *
   * @throws MalformedBlobException when it is none, or is damaged
   */
  static Map<String, Member> members(ByteStore store, ByteStore.Item file) throws IOException {
    OvaArchive archive = new OvaArchive(store, file.location());
    archive.read(file.bytes());
    if (archive.members.isEmpty()) {
      throw corrupt(0, "no file in the archive");
    }
    return archive.withChunksJoined();
  }

  /** The members, with the chunks of a file as one. */
  private Map<String, Member> withChunksJoined() throws MalformedBlobException {
    Map<String, Member> files = new LinkedHashMap<>();
    Map<String, NavigableMap<Integer, Member>> chunked = new LinkedHashMap<>();
    for (Map.Entry<String, Member> member : members.entrySet()) {
      Matcher chunk = CHUNK.matcher(member.getKey());
      if (chunk.matches() && members.containsKey(chunk.group(1) + ".000000000")) {
        chunked
            .computeIfAbsent(chunk.group(1), name -> new TreeMap<>())
            .put(Integer.parseInt(chunk.group(2)), member.getValue());
      } else {
        files.put(member.getKey(), member.getValue());
      }
    }
    for (Map.Entry<String, NavigableMap<Integer, Member>> file : chunked.entrySet()) {
      files.put(file.getKey(), joined(file.getKey(), file.getValue()));
    }
    return files;
  }

  private static Member joined(String name, NavigableMap<Integer, Member> chunks)
      throws MalformedBlobException {
    long pieceBytes = chunks.firstEntry().getValue().bytes();
    List<Long> offsets = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<Integer, Member> chunk : chunks.entrySet()) {
      long own = chunk.getValue().bytes();
      boolean isLast = chunk.getKey().equals(chunks.lastKey());
      if (chunk.getKey() != offsets.size() || own > pieceBytes || (own < pieceBytes && !isLast)) {
        throw corrupt(
            chunk.getValue().offsets().get(0),
            "chunk %d of %s is missing or of another length".formatted(offsets.size(), name));
      }
      offsets.add(chunk.getValue().offsets().get(0));
      bytes += own;
    }
    return new Member(List.copyOf(offsets), pieceBytes, bytes);
  }

  private void read(long end) throws IOException {
    String longName = null;
    long longBytes = -1;
    for (long at = 0; at <= end - BLOCK_BYTES; ) {
      byte[] header = readAt(at, BLOCK_BYTES);
      if (Arrays.equals(header, new byte[BLOCK_BYTES])) {
        return;
      }
      if (!hasChecksum(header)) {
        throw corrupt(at, "no header of a tar archive, which an OVA is");
      }
      char type = (char) header[156];
      long bytes = longBytes >= 0 && type != 'x' ? longBytes : number(at, header, 124, 12);
      long content = at + BLOCK_BYTES;
      if (bytes > end - content) {
        throw new MalformedBlobException(
            RejectReason.TRUNCATED,
            end,
            "a member of the archive has %d bytes at %d, and the file ends at %d"
                .formatted(bytes, content, end));
      }
      if (type == 'x' || type == 'L') {
        if (bytes > MOST_EXTENSION_BYTES) {
          throw corrupt(at, "an extended header of " + bytes + " bytes");
        }
        String text = new String(readAt(content, (int) bytes), StandardCharsets.UTF_8);
        longName = type == 'L' ? text.split("\0", 2)[0] : longName;
        Matcher record = PAX.matcher(type == 'x' ? text : "");
        while (record.find()) {
          longName = record.group(1).equals("path") ? record.group(2) : longName;
          longBytes = record.group(1).equals("size") ? size(at, record.group(2)) : longBytes;
        }
      } else {
        String name = longName == null ? name(header) : longName;
        if (name.length() > MOST_NAME_LETTERS) {
          throw corrupt(
              at,
              "the name of a member has "
                  + name.length()
                  + " letters, above the limit of "
                  + MOST_NAME_LETTERS);
        }
        if (type == '0' || type == '\0') {
          members.putIfAbsent(
              name.replaceFirst("^(\\./)+", ""), new Member(List.of(content), bytes, bytes));
        }
        longName = null;
        longBytes = -1;
        if (members.size() > MOST_MEMBERS) {
          throw corrupt(at, "more than " + MOST_MEMBERS + " members");
        }
      }
      at = content + (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    }
  }

  private byte[] readAt(long at, int length) throws IOException {
    try (InputStream in = store.open(location, at, length)) {
      return Arrays.copyOf(in.readNBytes(length), length);
    }
  }

  private static MalformedBlobException corrupt(long at, String message) {
    return new MalformedBlobException(RejectReason.CORRUPT, at, message);
  }

  private static boolean hasChecksum(byte[] header) throws IOException {
    int sum = 0;
    for (int at = 0; at < BLOCK_BYTES; at++) {
      sum += at >= 148 && at < 156 ? ' ' : header[at] & 0xff;
    }
    String stored = new String(header, 148, 8, StandardCharsets.ISO_8859_1).split("\0", 2)[0];
    return stored.strip().equals(Integer.toOctalString(sum))
        || stored.strip().equals("%06o".formatted(sum));
  }

  private static String name(byte[] header) {
    String name = text(header, 0, 100);
    boolean hasPrefix = text(header, 257, 6).equals("ustar") && header[345] != 0;
    return hasPrefix ? text(header, 345, 155) + "/" + name : name;
  }

  private static String text(byte[] header, int at, int length) {
    return new String(header, at, length, StandardCharsets.UTF_8).split("\0", 2)[0];
  }

  /** Reads a number of a tar header: octal digits, or a binary number when the first bit is set. */
  private static long number(long header, byte[] block, int at, int length) throws IOException {
    if (block[at] < 0) {
      byte[] digits = Arrays.copyOfRange(block, at, at + length);
      digits[0] &= 0x7f;
      BigInteger number = new BigInteger(digits);
      return size(header + at, number.toString());
    }
    String octal = text(block, at, length).strip();
    if (!octal.matches("[0-7]{1,12}")) {
      throw corrupt(header + at, "a member of the archive without a size");
    }
    return Long.parseLong(octal, 8);
  }

  private static long size(long at, String decimal) throws IOException {
    if (!decimal.matches("\\d{1,18}")) {
      throw corrupt(at, "a member of the archive has an invalid size: " + decimal);
    }
    return Long.parseLong(decimal);
  }
}
