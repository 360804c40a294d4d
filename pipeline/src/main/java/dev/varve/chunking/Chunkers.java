package dev.varve.chunking;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Chunkers by their names. */
public final class Chunkers {
  private static final Pattern NAME = Pattern.compile("(.*)-([1-9][0-9]{0,6})([km])");
  static final int KIBIBYTE = 1 << 10;
  static final int MEBIBYTE = 1 << 20;

  private Chunkers() {}

  /**
   * The chunker of a name: an algorithm, its version where content matters, and its average size.
   *
   * @throws IllegalArgumentException for any other name; the message lists the known forms
   */
  public static Chunker named(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw unknown(name);
    }
    long unit = parts.group(3).equals("k") ? KIBIBYTE : MEBIBYTE;
    long bytes = Long.parseLong(parts.group(2)) * unit;
    int most = parts.group(1).equals("seqcdc-v1") ? SeqCdc.MOST_BYTES : MEBIBYTE;
    boolean powerOfTwo = Long.bitCount(bytes) == 1 || parts.group(1).equals("fixed");
    if (bytes > most || !powerOfTwo) {
      throw unknown(name);
    }
    return switch (parts.group(1)) {
      case "fixed" -> new FixedSize((int) bytes);
      case "fastcdc-v1" -> new FastCdc((int) bytes);
      case "tttd-v1" -> new Tttd((int) bytes);
      case "seqcdc-v1" -> new SeqCdc((int) bytes);
      default -> throw unknown(name);
    };
  }

  /** The name for an algorithm and a size, in the largest unit that divides the size. */
  static String name(String algorithm, int bytes) {
    return bytes % MEBIBYTE == 0
        ? algorithm + "-" + bytes / MEBIBYTE + "m"
        : algorithm + "-" + bytes / KIBIBYTE + "k";
  }

  /** Checks that a number is a valid average of a content-defined chunker, and returns it. */
  static int checked(int averageBytes, int mostBytes) {
    if (averageBytes < KIBIBYTE
        || averageBytes > mostBytes
        || Integer.bitCount(averageBytes) != 1) {
      throw new IllegalArgumentException(
          "an average of "
              + averageBytes
              + " bytes is not a power of two from 1 KiB to "
              + mostBytes);
    }
    return averageBytes;
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "no chunker is called "
            + name
            + "; there are fixed-N with a whole N from 1k to 1m, fastcdc-v1-N and tttd-v1-N with a"
            + " power of two from 1k to 1m, seqcdc-v1-N with one from 1k to 16k; such as"
            + " fixed-4k or fastcdc-v1-4k");
  }
}
