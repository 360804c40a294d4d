package dev.varve.jobs.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The comment that opens a report or a check: its question, how it counts, and after an empty
 * comment line what those columns are whose names do not tell. The last is not printed:
 *
 * <pre>{@code
 * -- What does each stage remove?
 * --
 * -- figures: reduction efficiency ratio, min max by measure
 * }</pre>
 *
 * declares that reduction and efficiency are ratios, and that column measure gives the name of the
 * figure of min and max in each row.
 *
 * @param prose the lines for people
 * @param figures column to its figure
 * @param measures column to the column that names its figure in each row
 */
public record Header(
    List<String> prose, Map<String, Figure> figures, Map<String, String> measures) {
  private static final String FIGURES = "figures";

  /** The header of a free query: empty. */
  public static final Header NONE = new Header(List.of(), Map.of(), Map.of());

  /**
   * Reads what a file says of itself.
   *
   * @param lines key to values of the lines behind the prose
   * @throws IllegalArgumentException when a line is not of figures, or names one that does not
   *     exist
   */
  public static Header read(List<String> prose, Map<String, List<String>> lines) {
    if (!Set.of(FIGURES).containsAll(lines.keySet())) {
      throw new IllegalArgumentException("not only of figures: " + lines.keySet());
    }
    Map<String, Figure> figures = new HashMap<>();
    Map<String, String> measures = new HashMap<>();
    for (String entry : lines.getOrDefault(FIGURES, List.of())) {
      List<String> words = List.of(entry.split(" +"));
      int last = words.size() - 1;
      if (last > 1 && words.get(last - 1).equals("by")) {
        words.subList(0, last - 1).forEach(column -> measures.put(column, words.get(last)));
      } else {
        Figure figure = figure(words.get(last));
        words.subList(0, last).forEach(column -> figures.put(column, figure));
      }
    }
    return new Header(List.copyOf(prose), Map.copyOf(figures), Map.copyOf(measures));
  }

  private static Figure figure(String word) {
    return Figure.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * A column of the answer.
   *
   * @param plain the figure of its type: a count, a number, or a text
   */
  public Answer.Column column(String name, Figure plain) {
    Figure figure = figures.getOrDefault(name, Figure.of(name, plain));
    return measures.containsKey(name)
        ? new Answer.Column(name, plain, measures.get(name))
        : new Answer.Column(name, figure, null);
  }
}
