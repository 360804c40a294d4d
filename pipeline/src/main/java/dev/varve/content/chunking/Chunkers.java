package dev.varve.content.chunking;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Catalogue of chunkers by their names. */
public final class Chunkers {
  private static final Pattern NAME = Pattern.compile("(.*)-([1-9][0-9]{0,6})([km])");
  static final int KIBIBYTE = 1 << 10;
  static final int MEBIBYTE = 1 << 20;

  /** The forms of names, such as {@code fastcdc-v1-N}. */
  public static final List<String> FORMS =
      Arrays.stream(Rule.values()).map(rule -> rule.algorithm + "-N").toList();

  private Chunkers() {}

  /**
   * The rules. Each has a name, with a version where cuts depend on content; its range of average
   * sizes; and the constructor of its chunker.
   */
  @SuppressWarnings("ImmutableEnumChecker") // constructors have no state
  private enum Rule {
    FIXED("fixed", Sizes.WHOLE, MEBIBYTE, FixedSize::new),
    FAST_CDC("fastcdc-v1", Sizes.POWERS_OF_TWO, MEBIBYTE, FastCdc::new),
    TTTD("tttd-v1", Sizes.POWERS_OF_TWO, MEBIBYTE, Tttd::new),
    ROLL_SUM("rollsum-v1", Sizes.POWERS_OF_TWO, RollSum.MOST_BYTES, RollSum::new),
    SEQ_CDC("seqcdc-v1", Sizes.POWERS_OF_TWO, SeqCdc.MOST_BYTES, SeqCdc::new);

    private final String algorithm;
    private final Sizes sizes;
    private final int mostBytes;
    private final IntFunction<Chunker> chunker;

    Rule(String algorithm, Sizes sizes, int mostBytes, IntFunction<Chunker> chunker) {
      this.algorithm = algorithm;
      this.sizes = sizes;
      this.mostBytes = mostBytes;
      this.chunker = chunker;
    }

    private boolean takes(long bytes) {
      return bytes <= mostBytes && (sizes == Sizes.WHOLE || Long.bitCount(bytes) == 1);
    }

    private String form() {
      return "%s-N with %s from 1k to %s"
          .formatted(algorithm, sizes.text, Chunkers.name("", mostBytes).substring(1));
    }
  }

  private enum Sizes {
    WHOLE("a whole N"),
    POWERS_OF_TWO("a power of two");

    private final String text;

    Sizes(String text) {
      this.text = text;
    }
  }

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
    return Arrays.stream(Rule.values())
        .filter(rule -> rule.algorithm.equals(parts.group(1)) && rule.takes(bytes))
        .findFirst()
        .orElseThrow(() -> unknown(name))
        .chunker
        .apply((int) bytes);
  }

  /** The name for an algorithm and a size, in the largest unit that divides the size. */
  static String name(String algorithm, int bytes) {
    return bytes % MEBIBYTE == 0
        ? algorithm + "-" + bytes / MEBIBYTE + "m"
        : algorithm + "-" + bytes / KIBIBYTE + "k";
  }

  /** Checks that a number is a valid average of a content-defined chunker, and returns it. */
  static int requireAverage(int averageBytes, int mostBytes) {
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
    List<String> forms = Arrays.stream(Rule.values()).map(Rule::form).toList();
    return new IllegalArgumentException(
        "no chunker is called %s; there are %s; such as fixed-4k or fastcdc-v1-4k"
            .formatted(name, String.join(", ", forms)));
  }
}
