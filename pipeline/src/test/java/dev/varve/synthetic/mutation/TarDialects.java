package dev.varve.synthetic.mutation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Small valid archives, which together hold every kind of header that a layer may have. */
final class TarDialects {
  static final int BLOCK = 512;

  private TarDialects() {}

  /** Long names, large numbers and notes in PAX headers. */
  static byte[] pax() {
    return archive(TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** Long names in entries of their own, as GNU tar writes them. */
  static byte[] gnu() {
    return archive(TarArchiveOutputStream.LONGFILE_GNU);
  }

  /** Writes the checksum of the header that begins here. */
  static void seal(byte[] archive, int at) {
    Arrays.fill(archive, at + 148, at + 156, (byte) ' ');
    int sum = 0;
    for (int offset = 0; offset < BLOCK; offset++) {
      sum += archive[at + offset] & 0xff;
    }
    byte[] digits = String.format("%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, archive, at + 148, digits.length);
  }

  private static byte[] archive(int longFileMode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(longFileMode);
      tar.setBigNumberMode(
          longFileMode == TarArchiveOutputStream.LONGFILE_POSIX
              ? TarArchiveOutputStream.BIGNUMBER_POSIX
              : TarArchiveOutputStream.BIGNUMBER_STAR);
      entry(tar, new TarArchiveEntry("usr/"), 0);
      entry(tar, new TarArchiveEntry("usr/bin/program"), 1500);
      entry(tar, new TarArchiveEntry("long/" + "name/".repeat(40) + "file"), 10);
      entry(tar, linked("usr/bin/link", TarConstants.LF_SYMLINK, "target/".repeat(30)), 0);
      entry(tar, linked("usr/bin/hard", TarConstants.LF_LINK, "usr/bin/program"), 0);
      entry(tar, new TarArchiveEntry("dev/pipe", TarConstants.LF_FIFO), 0);
      entry(tar, new TarArchiveEntry("etc/.wh.gone"), 0);
      TarArchiveEntry owned = new TarArchiveEntry("big/owner");
      owned.setUserId(1L << 33);
      entry(tar, owned, 700);
      if (longFileMode == TarArchiveOutputStream.LONGFILE_POSIX) {
        TarArchiveEntry noted = new TarArchiveEntry("noted");
        noted.addPaxHeader("SCHILY.xattr.user.note", "n".repeat(300));
        entry(tar, noted, 3);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static TarArchiveEntry linked(String name, byte type, String target) {
    TarArchiveEntry entry = new TarArchiveEntry(name, type);
    entry.setLinkName(target);
    return entry;
  }

  private static void entry(TarArchiveOutputStream tar, TarArchiveEntry entry, int bytes)
      throws IOException {
    entry.setSize(bytes);
    tar.putArchiveEntry(entry);
    for (int at = 0; at < bytes; at++) {
      tar.write('a' + at % 23);
    }
    tar.closeArchiveEntry();
  }

  /** GNU's old form: two pieces of a file of 8 KiB, in the header. */
  static byte[] oldSparse() {
    byte[] archive = header("sparse", 'S', 1024, 7 * BLOCK);
    text(archive, 257, "ustar  \0");
    number(archive, 386, 12, 0);
    number(archive, 398, 12, 512);
    number(archive, 410, 12, 4096);
    number(archive, 422, 12, 512);
    number(archive, 483, 12, 8192);
    Arrays.fill(archive, BLOCK, 3 * BLOCK, (byte) 'd');
    seal(archive, 0);
    return archive;
  }

  /** PAX 1.0: the map in front of the content. */
  static byte[] paxSparse() {
    List<String> records =
        List.of("GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.realsize=8192");
    StringBuilder pax = new StringBuilder();
    for (String record : records) {
      pax.append(record.length() + 4).append(' ').append(record).append('\n');
    }
    byte[] archive = header("PaxHeaders/sparse", 'x', pax.length(), 9 * BLOCK);
    text(archive, BLOCK, pax.toString());
    seal(archive, 0);
    byte[] file = header("sparse", '0', 2 * BLOCK + BLOCK, BLOCK);
    seal(file, 0);
    System.arraycopy(file, 0, archive, 2 * BLOCK, BLOCK);
    text(archive, 3 * BLOCK, "2\n0\n512\n4096\n512\n");
    Arrays.fill(archive, 4 * BLOCK, 6 * BLOCK, (byte) 'd');
    return archive;
  }

  private static byte[] header(String name, char type, int size, int archiveBytes) {
    byte[] archive = new byte[archiveBytes];
    text(archive, 0, name);
    number(archive, 100, 8, 0644);
    number(archive, 108, 8, 0);
    number(archive, 116, 8, 0);
    number(archive, 124, 12, size);
    number(archive, 136, 12, 1_700_000_000);
    archive[156] = (byte) type;
    text(archive, 257, "ustar\00000");
    return archive;
  }

  private static void text(byte[] archive, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, archive, at, bytes.length);
  }

  private static void number(byte[] archive, int at, int width, long value) {
    text(archive, at, String.format("%0" + (width - 1) + "o\0", value));
  }
}
