package dev.varve.benchmarks;

import com.github.luben.zstd.Zstd;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Content and layers from a seed, for all benchmarks alike. */
final class Layers {
  private Layers() {}

  /** Bytes of a kind: random, text, zeros, or mixed of the three by 4 KiB. */
  static byte[] content(String kind, int bytes) {
    RandomGenerator random = new Seed(1).at(kind).random();
    byte[] content = new byte[bytes];
    switch (kind) {
      case "random" -> random.nextBytes(content);
      case "zeros" -> {}
      case "text" -> text(random, content, 0, bytes);
      case "mixed" -> {
        byte[] page = new byte[4096];
        for (int at = 0; at < bytes; at += page.length) {
          int length = Math.min(page.length, bytes - at);
          switch (random.nextInt(4)) {
            case 0 -> {
              random.nextBytes(page);
              System.arraycopy(page, 0, content, at, length);
            }
            case 1, 2 -> text(random, content, at, length);
            default -> {}
          }
        }
      }
      default -> throw new IllegalArgumentException("no content is called " + kind);
    }
    return content;
  }

  /** A tar of files of a size, together as long as the content. */
  static byte[] tar(byte[] content, int fileBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length * 5 / 4);
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (int at = 0; at < content.length; at += fileBytes) {
        int length = Math.min(fileBytes, content.length - at);
        TarArchiveEntry entry = new TarArchiveEntry("usr/share/folder/file-" + at);
        entry.setSize(length);
        tar.putArchiveEntry(entry);
        tar.write(content, at, length);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Compresses: gzip (level 6), zstd (level 3) or none. */
  static byte[] packed(String codec, byte[] plain) {
    return switch (codec) {
      case "none" -> plain;
      case "zstd" -> Zstd.compress(plain, 3);
      case "gzip" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out, 64 << 10)) {
          gzip.write(plain);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        yield out.toByteArray();
      }
      default -> throw new IllegalArgumentException("no codec is called " + codec);
    };
  }

  private static void text(RandomGenerator random, byte[] content, int from, int length) {
    for (int at = from; at < from + length; ) {
      int word = (int) Math.sqrt(random.nextInt(40_000));
      byte[] letters = Integer.toString(word * 7919, 26).getBytes(StandardCharsets.US_ASCII);
      for (int letter = 0; letter < letters.length && at < from + length; letter++) {
        content[at++] = letters[letter];
      }
      if (at < from + length) {
        content[at++] = ' ';
      }
    }
  }
}
