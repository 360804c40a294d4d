package dev.varve.jobs.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The comment that opens a report or a check: its question, how it counts, and the figures of
 * columns whose names have no unit. The figures are in lines of their own, which are not printed:
 *
 * <pre>{@code
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
  private static final String FIGURES = "figures:";

  /** The header of a free query: empty. */
  public static final Header NONE = new Header(List.of(), Map.of(), Map.of());

  /**
   * Reads the lines of a comment, without their dashes.
   *
   * @throws IllegalArgumentException when a line of figures names an unknown figure
   */
  public static Header read(List<String> comment) {
    List<String> prose = new ArrayList<>();
    Map<String, Figure> figures = new HashMap<>();
    Map<String, String> measures = new HashMap<>();
    for (String line : comment) {
      if (!line.startsWith(FIGURES)) {
        prose.add(line);
        continue;
      }
      for (String entry : line.substring(FIGURES.length()).split(",")) {
        List<String> words = List.of(entry.strip().split(" +"));
        int last = words.size() - 1;
        if (last > 1 && words.get(last - 1).equals("by")) {
          words.subList(0, last - 1).forEach(column -> measures.put(column, words.get(last)));
        } else {
          Figure figure = figure(words.get(last));
          words.subList(0, last).forEach(column -> figures.put(column, figure));
        }
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
