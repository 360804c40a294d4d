package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Table for a terminal: columns side by side under their names, with numbers aligned to the right.
 * It shows as many columns as fit into a line, the most important first.
 */
record TerminalTable(PrintStream out, TableStyle style) implements Document {
  /** Width to which a text is cut, in columns. */
  private static final int WIDEST = 48;

  /** Width to which a text is cut in a table that is otherwise uncut. */
  private static final int WIDEST_UNCUT = 160;

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) {
    if (!answer.name().isEmpty()) {
      out.println(style.heading("== " + answer.name() + " =="));
    }
    prose(answer.heading().stream().limit(1).collect(Collectors.joining()));
    List<Answer.Column> columns = answer.columns().stream().map(this::shown).toList();
    List<String[]> lines = lines(answer);
    Set<Integer> same = same(lines, columns.size());
    Layout layout = Layout.of(columns, widths(lines, columns.size()), same, style);
    head(columns, layout);
    lines.forEach(cells -> out.println(line(at -> cells[at], columns, layout)));
    if (lines.isEmpty()) {
      out.println("(no rows)");
    }
    if (!style.isUncut()) {
      same.removeAll(layout.shown());
      alike(same, columns, lines);
      int hidden = columns.size() - layout.shown().size() - same.size();
      if (hidden > 0) {
        out.printf(
            "(%d more column%s: --wide, or --columns A,B)%n", hidden, hidden == 1 ? "" : "s");
      }
    }
    if (style.has(TableStyle.Trait.EXPLAINED)) {
      prose(answer.heading().stream().skip(1).collect(Collectors.joining(" ")));
    }
    out.println();
    out.flush();
  }

  @Override
  public void end() {}

  /** Places of the columns that have one text in all rows. */
  private static Set<Integer> same(List<String[]> lines, int columns) {
    return IntStream.range(0, columns)
        .filter(at -> lines.size() > 1)
        .filter(at -> lines.stream().map(cells -> cells[at]).distinct().count() == 1)
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Prints the values that are equal in all rows on one line, in place of their columns. */
  private void alike(Set<Integer> same, List<Answer.Column> columns, List<String[]> lines) {
    String text =
        same.stream()
            .filter(at -> !lines.get(0)[at].equals(ColumnUnit.NOTHING))
            .map(at -> columns.get(at).name() + " " + lines.get(0)[at])
            .collect(Collectors.joining(", "));
    if (!text.isEmpty()) {
      TextWidth.lines("(in all rows: " + text + ")", style.width()).forEach(out::println);
    }
  }

  /** The column with its name made printable and cut, as SQL may choose any name. */
  private Answer.Column shown(Answer.Column column) {
    String name = TextWidth.cut(PrintedText.visible(column.name()), style.width());
    return new Answer.Column(
        name, column.figure(), column.measure(), column.rank(), column.interval());
  }

  private void prose(String text) {
    if (!text.isEmpty()) {
      TextWidth.lines(text, style.width() - 3).forEach(line -> out.println("   " + line));
    }
  }

  private List<String[]> lines(Answer answer) {
    List<Answer.Column> columns = answer.columns();
    List<String[]> lines = new ArrayList<>();
    for (List<@Nullable Object> row : answer.rows()) {
      String[] line = new String[columns.size()];
      for (int at = 0; at < line.length; at++) {
        Answer.Column column = columns.get(at);
        ColumnUnit figure = answer.figure(column, row).in(style);
        String text = figure.readable(row.get(at), answer.spread(column, row));
        line[at] = figure == ColumnUnit.DIGEST ? digest(text) : text(text, figure);
      }
      lines.add(line);
    }
    return lines;
  }

  private String text(String text, ColumnUnit figure) {
    int most = style.isUncut() ? WIDEST_UNCUT : WIDEST;
    return figure.isQuantity() ? text : TextWidth.cut(text, most);
  }

  /**
   * Start of a digest with 12 digits, as container tools show; verb explain finds the thing by it.
   */
  private String digest(String text) {
    return style.isUncut() ? text : ColumnUnit.shortDigest(text);
  }

  private static int[] widths(List<String[]> lines, int columns) {
    int[] widths = new int[columns];
    for (String[] line : lines) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], TextWidth.of(line[at]));
      }
    }
    return widths;
  }

  /** Prints the names of the columns, aligned at the bottom, and a rule below them. */
  private void head(List<Answer.Column> columns, Layout layout) {
    List<List<String>> heads = new ArrayList<>();
    for (int place = 0; place < layout.shown().size(); place++) {
      String name = columns.get(layout.shown().get(place)).name();
      heads.add(Layout.head(name, layout.widths().get(place)));
    }
    int height = heads.stream().mapToInt(List::size).max().orElse(0);
    for (int row = 0; row < height; row++) {
      int index = row;
      IntFunction<String> cell =
          at -> {
            List<String> head = heads.get(layout.shown().indexOf(at));
            int from = index - (height - head.size());
            return from < 0 ? "" : head.get(from);
          };
      out.println(line(cell, columns, layout));
    }
    out.println(layout.widths().stream().map("-"::repeat).collect(Collectors.joining("  ")));
  }

  private static String line(
      IntFunction<String> cells, List<Answer.Column> columns, Layout layout) {
    return IntStream.range(0, layout.shown().size())
        .mapToObj(
            place -> {
              int at = layout.shown().get(place);
              int width = layout.widths().get(place);
              String cell = TextWidth.cut(cells.apply(at), width);
              return columns.get(at).figure().isQuantity()
                  ? TextWidth.right(cell, width)
                  : TextWidth.left(cell, width);
            })
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  /**
   * Choice of the printed columns, and their widths. Columns are chosen by rank until the line is
   * full; columns with one value in all rows come last. The chosen columns keep the order of the
   * answer. If not all fit, column names may take two lines. Texts then are chosen with a small
   * width, and get the space that is left.
   *
   * @param shown places of the columns in the answer
   * @param widths of the shown columns, on the screen
   */
  private record Layout(List<Integer> shown, List<Integer> widths) {
    private static final int GAP = 2;

    /** Width of a text column when columns are chosen. */
    private static final int LEAST_TEXT = 20;

    /**
     * Lays out a table.
     *
     * @param cells the widest value of each column
     * @param same columns with one value in all rows, which are least important
     */
    static Layout of(
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

    private static Layout fitting(
        List<Answer.Column> columns, int[] cells, Set<Integer> same, int width) {
      List<Integer> byRank = new ArrayList<>(IntStream.range(0, cells.length).boxed().toList());
      // Columns that only name the unit of others are for programs: printed values contain their
      // unit.
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

    private static Layout of(List<Integer> shown, int[] widths) {
      return new Layout(shown, shown.stream().map(at -> widths[at]).toList());
    }

    private static int headWidth(String name) {
      List<String> head = head(name, 0);
      return head.stream().mapToInt(TextWidth::of).max().orElse(0);
    }

    /**
     * The name of a column in one line if it fits, else in two lines, broken behind an underscore.
     */
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
}
