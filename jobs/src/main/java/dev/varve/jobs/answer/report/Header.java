package dev.varve.jobs.answer.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comment at the top of the SQL of a report or a check. Its first lines state the question and how
 * the rows count. Lines of keys follow after an empty comment line; they are not printed. Key
 * {@code units} gives units to columns whose names contain none:
 *
 * <pre>{@code
 * -- What does each stage remove?
 * --
 * -- figures: reduction efficiency ratio, min max by measure
 * }</pre>
 *
 * declares that reduction and efficiency are ratios. In each row, column measure names the unit of
 * min and max. Further keys, each of which may have several lines:
 *
 * <pre>{@code
 * -- subject: registry
 * -- first: mode bytes savings_ratio
 * -- digits: simulated low high by low high
 * }</pre>
 *
 * name the subject of the rows, and the most important columns in their order. Key {@code digits}
 * names columns of sampled values, and behind {@code by} the two columns of their interval.
 *
 * @param prose the lines for people
 * @param units by column
 * @param measures by column, the column that names its unit in each row
 * @param subject subject of the rows; empty if the header has none
 * @param first the most important columns, in this order
 * @param intervals by column, the two columns with the ends of its interval
 */
public record Header(
    List<String> prose,
    Map<String, ColumnUnit> units,
    Map<String, String> measures,
    String subject,
    List<String> first,
    Map<String, List<String>> intervals) {
  private static final String UNITS = "figures";
  private static final String SUBJECT = "subject";
  private static final String FIRST = "first";
  private static final String DIGITS = "digits";

  /** Further keys of a header: options of verb report that it takes, its gate and its plot. */
  private static final List<String> REPORT_KEYS =
      List.of("sets", "owners", "gate", "since", "pairs", "chart", "leads");

  private static final Set<String> KEYS =
      Stream.concat(Stream.of(UNITS, SUBJECT, FIRST, DIGITS), REPORT_KEYS.stream())
          .collect(Collectors.toUnmodifiableSet());

  /** The empty header, for SQL of a user. */
  public static final Header NONE =
      new Header(List.of(), Map.of(), Map.of(), "", List.of(), Map.of());

  /**
   * Reads the header of a file.
   *
   * @param prose the first lines, for people
   * @param lines values by key, of the lines behind the prose
   * @throws IllegalArgumentException when a line has an unknown key or names an unknown unit
   */
  public static Header read(List<String> prose, Map<String, List<String>> lines) {
    if (!KEYS.containsAll(lines.keySet())) {
      throw new IllegalArgumentException("not only of " + KEYS + ": " + lines.keySet());
    }
    Map<String, ColumnUnit> units = new HashMap<>();
    Map<String, String> measures = new HashMap<>();
    for (String entry : lines.getOrDefault(UNITS, List.of())) {
      List<String> words = List.of(entry.split(" +"));
      int last = words.size() - 1;
      if (last > 1 && words.get(last - 1).equals("by")) {
        words.subList(0, last - 1).forEach(column -> measures.put(column, words.get(last)));
      } else {
        ColumnUnit unit = parsedUnit(words.get(last));
        words.subList(0, last).forEach(column -> units.put(column, unit));
      }
    }
    return new Header(
        List.copyOf(prose),
        Map.copyOf(units),
        Map.copyOf(measures),
        String.join(" ", lines.getOrDefault(SUBJECT, List.of())),
        lines.getOrDefault(FIRST, List.of()).stream().flatMap(Header::words).toList(),
        intervals(lines.getOrDefault(DIGITS, List.of())));
  }

  private static Stream<String> words(String entry) {
    return Stream.of(entry.split(" +"));
  }

  private static Map<String, List<String>> intervals(List<String> entries) {
    Map<String, List<String>> intervals = new HashMap<>();
    for (String entry : entries) {
      String[] parts = entry.split(" by ");
      words(parts[0]).forEach(column -> intervals.put(column, words(parts[1]).toList()));
    }
    return Map.copyOf(intervals);
  }

  private static ColumnUnit parsedUnit(String word) {
    return ColumnUnit.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * A column of the answer.
   *
   * @param byType the unit by its type: a count, a number, or a text
   */
  public Answer.Column column(String name, ColumnUnit byType) {
    ColumnUnit unit = units.getOrDefault(name, ColumnUnit.of(name, byType));
    int rank = first.contains(name) ? first.indexOf(name) : Answer.Column.LAST;
    List<String> interval = intervals.getOrDefault(name, List.of());
    return measures.containsKey(name)
        ? new Answer.Column(name, byType, measures.get(name), rank, interval)
        : new Answer.Column(name, unit, null, rank, interval);
  }
}
