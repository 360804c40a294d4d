package dev.varve.jobs.answer.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Unit of a column's values, with the notation in which documents print them for people. Programs
 * always get exact values.
 *
 * <p>Column names contain units: {@link #of} finds them. If a name has no unit, the {@link Header}
 * of the report may declare it.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state, the lists are copies
public enum ColumnUnit {
  /**
   * Bytes in a second, with a binary unit. Declared before {@link #BYTES}, as the first matching
   * unit wins and "bytes" is a prefix.
   */
  BYTES_PER_SECOND(number -> Sizes.bytes(wholeNumber(number)) + "/s", "bytes_per_second"),
  /** Bytes, with a binary unit. */
  BYTES(number -> Sizes.bytes(wholeNumber(number)), "bytes"),
  /** A share of a whole, as a percentage. */
  RATIO(number -> percent(number, 2), "ratio"),
  /** A share close to 1, as a percentage with enough digits to count the nines. */
  AVAILABILITY(number -> percent(number, decimalsOfNines(number.doubleValue())), "availability"),
  /** A probability, often very small. */
  PROBABILITY(ColumnUnit::plain, "probability"),
  /** A factor; 1 is no change. */
  FOLD(ColumnUnit::plain, "fold"),
  /** Time, in ns, us, ms or s. */
  NANOSECONDS(number -> Sizes.nanoseconds(number.doubleValue()), "nanos"),
  MILLISECONDS(ColumnUnit::plain, "millis"),
  SECONDS(ColumnUnit::plain, "seconds"),
  HOURS(ColumnUnit::plain, "hours"),
  /** An amount of money, with at most four significant digits; its currency is another column. */
  MONEY(ColumnUnit::money, "cost"),
  /** A whole number of things. */
  COUNT(ColumnUnit::plain),
  /** Any other number, such as a mean of counts. */
  NUMBER(ColumnUnit::plain),
  /** A fingerprint or the digest of a blob, in lower case; only its first digits are printed. */
  DIGEST("digest", "fingerprint"),
  /** Words, names, times, booleans. */
  TEXT;

  /** The text of a null. */
  static final String NULL_TEXT = "-";

  /** Magnitude below which a number is printed with an exponent. */
  private static final double TINY = 1e-4;

  /** Most decimals of a rounded number. */
  private static final int MAX_DECIMALS = 12;

  private static final Pattern LONG_DIGEST = Pattern.compile("((?:\\w+:)?[0-9a-f]{12})[0-9a-f]+");
  private static final Map<String, ColumnUnit> BY_NAME_PART = new HashMap<>();

  static {
    for (ColumnUnit unit : values()) {
      unit.nameParts.forEach(part -> BY_NAME_PART.put(part, unit));
    }
  }

  private static final Pattern NAME_PART =
      Pattern.compile(
          Arrays.stream(values())
              .flatMap(unit -> unit.nameParts.stream())
              .collect(Collectors.joining("|", "(?<![^_])(", ")(?![^_])")));

  /** Prints a number in this unit; null if the values are no numbers. */
  private final @Nullable Function<Number, String> printer;

  private final List<String> nameParts;

  ColumnUnit(String... nameParts) {
    this(null, nameParts);
  }

  ColumnUnit(@Nullable Function<Number, String> printer, String... nameParts) {
    this.printer = printer;
    this.nameParts = List.of(nameParts);
  }

  /**
   * The unit of a column by the last unit in its name: bytes_per_machine has bytes,
   * wasted_bytes_ratio is a ratio.
   *
   * @param otherwise unit by the type of the column, for a name without a unit. It also wins if the
   *     unit in the name is for numbers and the type is text, or the other way round
   */
  public static ColumnUnit of(String name, ColumnUnit otherwise) {
    ColumnUnit unit = otherwise;
    for (Matcher part = NAME_PART.matcher(name); part.find(); ) {
      unit = BY_NAME_PART.getOrDefault(part.group(), otherwise);
    }
    return unit.isQuantity() == otherwise.isQuantity() ? unit : otherwise;
  }

  /** Whether the values are numbers. */
  public boolean isQuantity() {
    return printer != null;
  }

  /**
   * The unit in which a column is printed: with {@link TableStyle.Trait#BYTES}, bytes are printed
   * as whole numbers.
   */
  public ColumnUnit in(TableStyle style) {
    boolean bytes = this == BYTES || this == BYTES_PER_SECOND;
    return bytes && style.has(TableStyle.Trait.BYTES) ? COUNT : this;
  }

  /** A value for people, on one line; a null is a dash. */
  public String readable(@Nullable Object value) {
    if (value == null) {
      return NULL_TEXT;
    }
    return printer != null && value instanceof Number number
        ? printer.apply(number)
        : PrintedText.visible(PrintedText.exact(value));
  }

  /**
   * Prints a sampled value with no more digits than its sample supports: up to the second digit in
   * which the ends of its interval differ.
   *
   * @param spread width of the interval; 0 for an exact value
   */
  public String readable(@Nullable Object value, double spread) {
    boolean sampled = spread > 0 && (this == AVAILABILITY || this == PROBABILITY);
    if (!sampled || !(value instanceof Number number)) {
      return readable(value);
    }
    return this == AVAILABILITY
        ? percent(number, decimals(100 * spread))
        : String.format(Locale.ROOT, "%." + decimals(spread) + "f", number.doubleValue());
  }

  /** The beginning of a digest, with 12 digits; other texts are unchanged. */
  public static String shortDigest(String text) {
    Matcher digest = LONG_DIGEST.matcher(text);
    return digest.matches() ? digest.group(1) : text;
  }

  /** Two decimals from 1 to 100, four significant digits above, two below. */
  private static String money(Number number) {
    double amount = number.doubleValue();
    if (amount == 0 || Double.isNaN(amount) || Double.isInfinite(amount)) {
      return plain(number);
    }
    BigDecimal exact = BigDecimal.valueOf(amount);
    BigDecimal four = exact.round(new MathContext(4, RoundingMode.HALF_UP));
    BigDecimal hundred = BigDecimal.valueOf(100);
    if (four.abs().compareTo(hundred) >= 0) {
      return String.format(Locale.ROOT, "%,." + Math.max(0, four.scale()) + "f", four);
    }
    BigDecimal two = exact.round(new MathContext(2, RoundingMode.HALF_UP));
    boolean small = two.abs().compareTo(BigDecimal.ONE) < 0;
    return String.format(
        Locale.ROOT, "%." + Math.max(2, small ? two.scale() : 2) + "f", small ? two : exact);
  }

  private static long wholeNumber(Number number) {
    return number instanceof Double fraction ? Math.round(fraction) : number.longValue();
  }

  private static String percent(Number share, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share.doubleValue());
  }

  /** Decimals of a percentage that show two digits of the difference from 100 %. */
  private static int decimalsOfNines(double share) {
    double missing = Math.abs(1 - share);
    return missing == 0 ? 2 : Math.max(2, decimals(100 * Math.min(missing, 1)));
  }

  /** Decimals that show the first two non-zero digits of a number. */
  private static int decimals(double number) {
    int leading = (int) Math.floor(Math.log10(number));
    return Math.max(0, Math.min(MAX_DECIMALS, 1 - leading));
  }

  /** Whole numbers grouped by thousands; others with as many digits as their magnitude needs. */
  private static String plain(Number number) {
    if (number instanceof Long || number instanceof Integer) {
      return String.format(Locale.ROOT, "%,d", number.longValue());
    }
    if (number instanceof Double) {
      double magnitude = Math.abs(number.doubleValue());
      String small = magnitude < TINY ? "%.2e" : "%.6f";
      return String.format(
          Locale.ROOT, magnitude != 0 && magnitude < 0.1 ? small : "%,.2f", number.doubleValue());
    }
    return PrintedText.exact(number);
  }
}
