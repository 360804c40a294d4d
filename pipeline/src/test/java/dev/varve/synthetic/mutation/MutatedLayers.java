package dev.varve.synthetic.mutation;

import com.github.luben.zstd.Zstd;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Valid layers with random faults: bits flipped, bytes overwritten, ranges cut, repeated, moved or
 * made up, in the stored bytes or in the archive below them, with header checksums repaired or not.
 * The same seed and number give the same bytes.
 */
public final class MutatedLayers {
  private static final int BLOCK = TarDialects.BLOCK;
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
            TarDialects.pax(), TarDialects.gnu(), TarDialects.oldSparse(), TarDialects.paxSparse());
  }

  /** A blob with one to four faults. */
  public byte[] blob(long number) {
    RandomGenerator random = seed.at("mutation").at(number).random();
    byte[] archive = archives.get(random.nextInt(archives.size()));
    // Slow compressions are rare: the archive inside is read by the same code.
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

  /** Repairs the checksum of every block that still looks like a header. */
  private static byte[] sealed(byte[] archive) {
    for (int at = 0; at + BLOCK <= archive.length; at += BLOCK) {
      if (archive[at + 257] == 'u' && archive[at + 258] == 's') {
        TarDialects.seal(archive, at);
      }
    }
    return archive;
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
