package dev.varve.synthetic;

import com.github.luben.zstd.Zstd;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Valid layers with random faults: bits flipped, bytes overwritten, ranges cut, repeated, moved or
 * made up, in the stored bytes or in the archive below them, with the checksums of headers mended
 * or not. The same seed and number give the same bytes.
 */
public final class MutatedLayers {
  private static final int BLOCK = 512;
  private static final byte[] TELLING = {0, 1, ' ', '0', '7', '9', 'x', 'g', 'L', 'K', 'S', '\n'};
  private static final String[] FORMS = {
    "none", "gzip", "members", "zstd", "frames", "bzip2", "xz"
  };

  private final Seed seed;
  private final List<byte[]> archives;

  /** Makes the valid archives. */
  public MutatedLayers(Seed seed) {
    this.seed = seed;
    this.archives =
        List.of(
            archive(TarArchiveOutputStream.LONGFILE_POSIX),
            archive(TarArchiveOutputStream.LONGFILE_GNU),
            oldSparse(),
            paxSparse());
  }

  /** A blob with one to four faults. */
  public byte[] blob(long number) {
    RandomGenerator random = seed.at("mutation").at(number).random();
    byte[] archive = archives.get(random.nextInt(archives.size()));
    // The slow forms seldom: what they hold is judged by the same reader.
    String form = FORMS[random.nextInt(8) == 0 ? random.nextInt(7) : random.nextInt(5)];
    return switch (random.nextInt(3)) {
      case 0 -> mutated(random, pack(form, archive));
      case 1 -> pack(form, mutated(random, archive));
      default -> pack(form, sealed(mutated(random, archive)));
    };
  }

  private static byte[] mutated(RandomGenerator random, byte[] whole) {
    byte[] bytes = whole.clone();
    for (int faults = 1 + random.nextInt(4); faults > 0; faults--) {
      if (bytes.length == 0) {
        return bytes;
      }
      int at = random.nextInt(bytes.length);
      // Half of the time in a header of the archive's first entries, where numbers and names are.
      if (random.nextBoolean()) {
        at = Math.min(bytes.length - 1, random.nextInt(8) * BLOCK + random.nextInt(BLOCK));
      }
      int length = Math.min(bytes.length - at, 1 << random.nextInt(12));
      switch (random.nextInt(7)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = joined(bytes, 0, at, bytes, at + length, bytes.length);
        case 4 -> bytes = joined(bytes, 0, at + length, bytes, at, bytes.length);
        case 5 -> {
          byte[] noise = new byte[length];
          random.nextBytes(noise);
          System.arraycopy(noise, 0, bytes, at, length);
        }
        default ->
            Arrays.fill(bytes, at, at + Math.min(length, 12), (byte) ('0' + random.nextInt(9)));
      }
    }
    return bytes;
  }

  private static byte[] joined(
      byte[] left, int from, int to, byte[] right, int rightFrom, int rightTo) {
    byte[] all = Arrays.copyOf(Arrays.copyOfRange(left, from, to), to - from + rightTo - rightFrom);
    System.arraycopy(right, rightFrom, all, to - from, rightTo - rightFrom);
    return all;
  }

  /** Mends the checksum of every block that still looks like a header. */
  private static byte[] sealed(byte[] archive) {
    for (int at = 0; at + BLOCK <= archive.length; at += BLOCK) {
      if (archive[at + 257] == 'u' && archive[at + 258] == 's') {
        seal(archive, at);
      }
    }
    return archive;
  }

  private static void seal(byte[] archive, int at) {
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
  private static byte[] oldSparse() {
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
  private static byte[] paxSparse() {
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

  private static byte[] pack(String form, byte[] plain) {
    int half = plain.length / 2;
    byte[] first = Arrays.copyOf(plain, half);
    byte[] second = Arrays.copyOfRange(plain, half, plain.length);
    byte[] skippable = {0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3};
    return switch (form) {
      case "none" -> plain;
      case "gzip" -> through(GZIPOutputStream::new, plain);
      case "members" ->
          concatenated(
              through(GZIPOutputStream::new, first), through(GZIPOutputStream::new, second));
      case "zstd" -> Zstd.compress(plain, 1);
      case "frames" -> concatenated(Zstd.compress(first, 1), skippable, Zstd.compress(second, 1));
      case "bzip2" -> through(BZip2CompressorOutputStream::new, plain);
      default -> through(out -> new XZOutputStream(out, new LZMA2Options(0)), plain);
    };
  }

  private interface Compressing {
    OutputStream over(OutputStream out) throws IOException;
  }

  private static byte[] through(Compressing compressing, byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream in = compressing.over(out)) {
      in.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
