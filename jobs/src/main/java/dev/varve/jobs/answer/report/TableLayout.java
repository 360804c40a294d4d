package dev.varve.jobs.answer.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Choice of the printed columns of a table, and their widths. As many as fit, those of the lowest
 * rank first and those that distinguish no rows last, in the order of the answer. Where not all
 * fit, names of columns may take two lines, and texts give space to other columns before they get
 * what is left.
 *
 * @param shown places of the columns in the answer
 * @param widths of the shown columns, on the screen
 */
record TableLayout(List<Integer> shown, List<Integer> widths) {
  private static final int GAP = 2;
  private static final int LEAST_TEXT = 20;

  /**
   * Lays out a table.
   *
   * @param cells the widest value of each column
   * @param same columns with one value in all rows, which matter least
   */
  static TableLayout of(
      List<Answer.Column> columns, int[] cells, Set<Integer> same, TableStyle style) {
    int[] whole = new int[cells.length];
    int total = -GAP;
    for (int at = 0; at < cells.length; at++) {
      whole[at] = Math.max(cells[at], TextWidth.of(columns.get(at).name()));
      total += GAP + whole[at];
    }
    List<Integer> all = IntStream.range(0, cells.length).boxed().toList();
    if (!style.columns().isEmpty()) {
      List<String> names = columns.stream().map(Answer.Column::name).toList();
      return of(style.columns().stream().map(names::indexOf).toList(), whole);
    }
    if (style.isUncut() || total <= style.width()) {
      return of(all, whole);
    }
    return fitting(columns, cells, same, style.width());
  }

  private static TableLayout fitting(
      List<Answer.Column> columns, int[] cells, Set<Integer> same, int width) {
    List<Integer> byRank = new ArrayList<>(IntStream.range(0, cells.length).boxed().toList());
    // Units are for programs: a screen has them with the values.
    Set<String> units = columns.stream().map(Answer.Column::measure).collect(Collectors.toSet());
    byRank.removeIf(at -> units.contains(columns.get(at).name()));
    byRank.sort(
        Comparator.<Integer, Boolean>comparing(same::contains)
            .thenComparingInt(at -> columns.get(at).rank()));
    int[] widths = new int[cells.length];
    List<Integer> shown = new ArrayList<>();
    int left = width + GAP;
    for (int at : byRank) {
      boolean cuttable = !columns.get(at).figure().isQuantity();
      int least = cuttable ? Math.min(cells[at], LEAST_TEXT) : cells[at];
      widths[at] = Math.max(least, headWidth(columns.get(at).name()));
      if (widths[at] + GAP <= left || shown.isEmpty()) {
        shown.add(at);
        left -= widths[at] + GAP;
      }
    }
    for (int at : shown) {
      int more = Math.min(Math.max(0, cells[at] - widths[at]), Math.max(0, left));
      widths[at] += more;
      left -= more;
    }
    return of(shown.stream().sorted().toList(), widths);
  }

  private static TableLayout of(List<Integer> shown, int[] widths) {
    return new TableLayout(shown, shown.stream().map(at -> widths[at]).toList());
  }

  private static int headWidth(String name) {
    List<String> head = head(name, 0);
    return head.stream().mapToInt(TextWidth::of).max().orElse(0);
  }

  /** The name of a column in a line if it fits, or in two, broken behind an underscore. */
  static List<String> head(String name, int width) {
    int best = name.length();
    for (int at = name.indexOf('_');
        at >= 0 && width < name.length();
        at = name.indexOf('_', at + 1)) {
      int longer = Math.max(at + 1, name.length() - at - 1);
      int longest = Math.max(best, name.length() - best);
      best = longer < longest ? at + 1 : best;
    }
    return best == name.length()
        ? List.of(name)
        : List.of(name.substring(0, best), name.substring(best));
  }
}
