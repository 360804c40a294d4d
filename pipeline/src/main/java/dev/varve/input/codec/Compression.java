package dev.varve.input.codec;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compression of a blob, detected by its first bytes; the declared media type is not trusted. */
public enum Compression {
  /** RFC 1952. */
  GZIP("1f8b"),

  /** RFC 8878, with skippable frames. */
  ZSTD("28b52ffd|5.2a4d18"),

  BZIP2("425a683[1-9]"),

  XZ("fd377a585a00"),

  NONE("");

  /** Bytes at the start of a blob that {@link #sniff} needs: the length of the longest magic. */
  public static final int MAGIC_BYTES = 6;

  /** Formats that no image specification knows, and that are not read. */
  private static final Map<Pattern, String> FOREIGN = new LinkedHashMap<>();

  static {
    foreign("04224d18|02214c18", "lz4");
    foreign("(1[ef]|2[0-7])b52ffd", "a zstd older than its specification");
    foreign("1f9d", "compress (.Z)");
    foreign("504b0304", "zip");
    foreign("4c5a4950", "lzip");
    // LZMA has no magic: 5d is its usual properties byte, followed by the size of the dictionary. A
    // tar whose first file is named "]" has zeros after that byte, and is no LZMA.
    foreign("5d0000(?!0000)", "lzma");
  }

  private final Pattern magic;

  /**
   * @param magic the first bytes in hexadecimal digits, as a regular expression
   */
  Compression(String magic) {
    this.magic = Pattern.compile(magic);
  }

  private static void foreign(String magic, String name) {
    FOREIGN.put(Pattern.compile(magic), name);
  }

  /** The labels of all constants, separated by commas, for messages. */
  static String labels() {
    return Arrays.stream(values()).map(Compression::label).collect(Collectors.joining(", "));
  }

  /** Name in {@code layer.compression}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds the format by its magic.
   *
   * @param head the first bytes of the blob
   * @param length how many of them are valid
   */
  public static Compression sniff(byte[] head, int length) {
    String digits = HexFormat.of().formatHex(head, 0, length);
    return Arrays.stream(values())
        .filter(one -> one.magic.matcher(digits).lookingAt())
        .findFirst()
        .orElse(NONE);
  }

  /**
   * The name of a compression that is recognized but not read; null for anything else, such as a
   * tar.
   *
   * @param head the first bytes of a blob for which {@link #sniff} returns NONE
   * @param length how many of them are valid
   */
  public static @Nullable String foreign(byte[] head, int length) {
    String digits = HexFormat.of().formatHex(head, 0, length);
    return length < MAGIC_BYTES
        ? null
        : FOREIGN.entrySet().stream()
            .filter(one -> one.getKey().matcher(digits).lookingAt())
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
  }
}
