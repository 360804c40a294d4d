package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Table for a terminal: columns side by side under their names, with numbers aligned to the right.
 * It shows as many columns as fit into a line, the most important first. A text of several words is
 * wrapped within its column. Long texts of important columns that do not fit are printed below
 * their row. Of a report, rows without any figure but 0 are named on one line, and equal rows are
 * printed once with their number.
 */
record TerminalTable(PrintStream out, TableStyle style) implements Document {
  /** Widest column of texts. */
  private static final int MAX_TEXT_WIDTH = 48;

  /** Most lines of a cell. */
  private static final int MAX_CELL_LINES = 4;

  /** Most lines that name rows without figures. */
  private static final int MAX_FOLDED_LINES = 3;

  /** Width to which a text is cut in a table that is otherwise uncut. */
  private static final int MAX_UNCUT_TEXT_WIDTH = 160;

  /** Blanks before the texts below a row. */
  private static final String BELOW = "    ";

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) {
    if (!answer.name().isEmpty()) {
      out.println(style.heading("== " + answer.name() + " =="));
    }
    printProse(answer.heading().stream().limit(1).collect(Collectors.joining()));
    List<Answer.Column> columns = answer.columns().stream().map(this::withPrintableName).toList();
    List<String[]> lines = lines(answer);
    Set<Integer> constant = constant(lines, columns);
    boolean folds = !style.isUncut() && columns.stream().anyMatch(Answer.Column::isRanked);
    List<String[]> folded = folds ? withoutFigures(lines, answer) : List.of();
    List<String[]> printed = lines.stream().filter(cells -> !folded.contains(cells)).toList();
    Set<Integer> inValues =
        IntStream.range(0, columns.size())
            .filter(at -> !style.isUncut() && answer.isOfPrintedCurrency(at))
            .boxed()
            .collect(Collectors.toSet());
    Layout layout =
        Layout.of(
            columns,
            widths(printed, columns.size()),
            wordWidths(printed, columns.size()),
            constant,
            inValues,
            style);
    printHeader(columns, layout);
    printRows(printed, columns, layout, folds);
    if (lines.isEmpty()) {
      out.println("(no rows)");
    }
    printFolded(folded, answer);
    if (!style.isUncut()) {
      constant.removeAll(layout.shown());
      constant.removeAll(inValues);
      printConstants(constant, columns, lines);
      int hidden =
          columns.size()
              - layout.shown().size()
              - layout.below().size()
              - constant.size()
              - inValues.size();
      if (hidden > 0) {
        out.printf(
            "(%d more column%s: --wide, or --columns A,B)%n", hidden, hidden == 1 ? "" : "s");
      }
    }
    if (style.has(TableStyle.Trait.EXPLAINED)) {
      printProse(answer.heading().stream().skip(1).collect(Collectors.joining(" ")));
    }
    out.println();
    out.flush();
  }

  @Override
  public void end() {}

  /** Indexes of the columns that have one text in all rows. */
  private static Set<Integer> constant(List<String[]> lines, List<Answer.Column> columns) {
    return IntStream.range(0, columns.size())
        .filter(at -> lines.size() > 1)
        .filter(at -> lines.stream().map(cells -> cells[at]).distinct().count() == 1)
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The rows whose most important figures are all 0 or unknown, if there are several. One of them
   * stays in a table that has no other rows.
   */
  private static List<String[]> withoutFigures(List<String[]> lines, Answer answer) {
    List<String[]> without = new ArrayList<>();
    int index = 0;
    for (List<@Nullable Object> row : answer.rows()) {
      if (!answer.hasFigures(row)) {
        without.add(lines.get(index));
      }
      index++;
    }
    List<String[]> folded =
        without.size() == lines.size() ? without.subList(Math.min(1, index), index) : without;
    return folded.size() > 1 ? folded : List.of();
  }

  /** Names the rows that were left out, by the texts that come before the first figure. */
  private void printFolded(List<String[]> folded, Answer answer) {
    List<Answer.Column> columns = answer.columns();
    if (folded.isEmpty()) {
      return;
    }
    int firstFigure = answer.firstFigureRank();
    List<Integer> names =
        IntStream.range(0, columns.size())
            .filter(
                at -> !columns.get(at).unit().isQuantity() && columns.get(at).rank() < firstFigure)
            .boxed()
            .toList();
    String text =
        folded.stream()
            .map(
                cells ->
                    names.stream()
                        .map(at -> cells[at])
                        .filter(cell -> !cell.equals(ColumnUnit.NULL_TEXT))
                        .collect(Collectors.joining(" ")))
            .distinct()
            .filter(name -> !name.isEmpty())
            .collect(Collectors.joining("; "));
    String line =
        "(%,d rows are all 0 or unknown%s)"
            .formatted(folded.size(), text.isEmpty() ? "" : ": " + text);
    TextWidth.lines(line, style.width(), MAX_FOLDED_LINES).forEach(out::println);
  }

  /**
   * Prints the rows.
   *
   * @param folds whether rows that follow each other and look equal are printed once
   */
  private void printRows(
      List<String[]> lines, List<Answer.Column> columns, Layout layout, boolean folds) {
    for (int from = 0, to; from < lines.size(); from = to) {
      to = from + 1;
      while (folds && to < lines.size() && isEqual(lines.get(from), lines.get(to), layout)) {
        to++;
      }
      printRow(lines.get(from), columns, layout);
      if (to - from > 1) {
        out.printf("(%,d rows like this)%n", to - from);
      }
    }
  }

  private static boolean isEqual(String[] one, String[] other, Layout layout) {
    return Stream.of(layout.shown(), layout.below())
        .flatMap(List::stream)
        .allMatch(at -> one[at].equals(other[at]));
  }

  private void printRow(String[] cells, List<Answer.Column> columns, Layout layout) {
    List<List<String>> wrapped = new ArrayList<>();
    for (int position = 0; position < layout.shown().size(); position++) {
      int at = layout.shown().get(position);
      int width = layout.widths().get(position);
      boolean isProse = !columns.get(at).unit().isQuantity() && !style.isUncut();
      wrapped.add(isProse ? TextWidth.lines(cells[at], width, MAX_CELL_LINES) : List.of(cells[at]));
    }
    int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
    for (int row = 0; row < height; row++) {
      int index = row;
      IntFunction<String> cell =
          at -> {
            List<String> texts = wrapped.get(layout.shown().indexOf(at));
            return index < texts.size() ? texts.get(index) : "";
          };
      out.println(line(cell, columns, layout));
    }
    String below = named(layout.below(), cells, columns, "; ");
    if (!below.isEmpty()) {
      TextWidth.lines(below, style.width() - BELOW.length())
          .forEach(text -> out.println(BELOW + text));
    }
  }

  /** Values of a row, each behind the name of its column; unknown ones are left out. */
  private static String named(
      Collection<Integer> indexes, String[] cells, List<Answer.Column> columns, String separator) {
    return indexes.stream()
        .filter(at -> !cells[at].equals(ColumnUnit.NULL_TEXT))
        .map(at -> columns.get(at).name() + " " + cells[at])
        .collect(Collectors.joining(separator));
  }

  /** Prints the values that are equal in all rows on one line, in place of their columns. */
  private void printConstants(
      Set<Integer> constant, List<Answer.Column> columns, List<String[]> lines) {
    String text = constant.isEmpty() ? "" : named(constant, lines.get(0), columns, ", ");
    if (!text.isEmpty()) {
      TextWidth.lines("(in all rows: " + text + ")", style.width()).forEach(out::println);
    }
  }

  /** The column with its name made printable and cut, as SQL may choose any name. */
  private Answer.Column withPrintableName(Answer.Column column) {
    String name = TextWidth.cut(PrintedText.visible(column.name()), style.width());
    return new Answer.Column(
        name, column.unit(), column.measure(), column.rank(), column.interval());
  }

  private void printProse(String text) {
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
        ColumnUnit unit = answer.unitOf(column, row).in(style);
        String text = answer.readable(at, row, style);
        line[at] = unit == ColumnUnit.DIGEST ? shownDigest(text) : text(text, unit);
      }
      lines.add(line);
    }
    return lines;
  }

  /** The text of a value; one that is not wrapped is cut. */
  private String text(String text, ColumnUnit unit) {
    return unit.isQuantity() || !style.isUncut() ? text : TextWidth.cut(text, MAX_UNCUT_TEXT_WIDTH);
  }

  /** Start of a digest with 12 digits, as container tools show; verb explain accepts it. */
  private String shownDigest(String text) {
    return style.isUncut() ? text : ColumnUnit.shortDigest(text);
  }

  private int[] widths(List<String[]> lines, int columns) {
    int maxWidth = style.isUncut() ? Integer.MAX_VALUE : MAX_TEXT_WIDTH;
    int[] widths = new int[columns];
    for (String[] line : lines) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], Math.min(maxWidth, TextWidth.of(line[at])));
      }
    }
    return widths;
  }

  /** Width of the widest word of each column. */
  private static int[] wordWidths(List<String[]> lines, int columns) {
    int[] widths = new int[columns];
    for (String[] line : lines) {
      for (int at = 0; at < widths.length; at++) {
        for (String word : line[at].split(" ")) {
          widths[at] = Math.max(widths[at], TextWidth.of(word));
        }
      }
    }
    return widths;
  }

  /** Prints the names of the columns, aligned at the bottom, and a rule below them. */
  private void printHeader(List<Answer.Column> columns, Layout layout) {
    List<List<String>> headers = new ArrayList<>();
    for (int position = 0; position < layout.shown().size(); position++) {
      String name = columns.get(layout.shown().get(position)).name();
      headers.add(Layout.headerLines(name, layout.widths().get(position)));
    }
    int height = headers.stream().mapToInt(List::size).max().orElse(0);
    for (int row = 0; row < height; row++) {
      int index = row;
      IntFunction<String> cell =
          at -> {
            List<String> header = headers.get(layout.shown().indexOf(at));
            int from = index - (height - header.size());
            return from < 0 ? "" : header.get(from);
          };
      out.println(line(cell, columns, layout));
    }
    out.println(layout.widths().stream().map("-"::repeat).collect(Collectors.joining("  ")));
  }

  private static String line(
      IntFunction<String> cells, List<Answer.Column> columns, Layout layout) {
    return IntStream.range(0, layout.shown().size())
        .mapToObj(
            position -> {
              int at = layout.shown().get(position);
              int width = layout.widths().get(position);
              String cell = TextWidth.cut(cells.apply(at), width);
              return columns.get(at).unit().isQuantity()
                  ? TextWidth.right(cell, width)
                  : TextWidth.left(cell, width);
            })
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  /**
   * Choice of the printed columns, and their widths. Columns are chosen by rank until the line is
   * full; those with one value in all rows come last among the ranked, and among the others. The
   * chosen columns keep the order of the answer. If not all fit, column names may take two lines.
   * Texts then are chosen with a small width, and get the space that is left.
   *
   * @param shown indexes of the columns in the answer
   * @param widths of the shown columns, on the screen
   * @param below indexes of the important columns whose texts are printed below their row
   */
  private record Layout(List<Integer> shown, List<Integer> widths, List<Integer> below) {
    private static final int GAP = 2;

    /** Width of a text column when columns are chosen. */
    private static final int MIN_TEXT_WIDTH = 20;

    /** Width of a text column if this makes all important columns fit. */
    private static final int SMALL_TEXT_WIDTH = 12;

    /** A word up to this width is not cut when columns are chosen. */
    private static final int MAX_WORD_WIDTH = 24;

    /**
     * Lays out a table.
     *
     * @param cells width of the widest value of each column
     * @param words width of the widest word of each column
     * @param constant indexes of the columns with one value in all rows
     * @param inValues indexes of the columns that the values of others already contain
     */
    static Layout of(
        List<Answer.Column> columns,
        int[] cells,
        int[] words,
        Set<Integer> constant,
        Set<Integer> inValues,
        TableStyle style) {
      int[] fullWidths = new int[cells.length];
      int lineWidth = -GAP;
      List<Integer> all = new ArrayList<>();
      for (int at = 0; at < cells.length; at++) {
        fullWidths[at] = Math.max(cells[at], TextWidth.of(columns.get(at).name()));
        if (!inValues.contains(at)) {
          lineWidth += GAP + fullWidths[at];
          all.add(at);
        }
      }
      if (!style.columns().isEmpty()) {
        List<String> names = columns.stream().map(Answer.Column::name).toList();
        return of(style.columns().stream().map(names::indexOf).toList(), fullWidths);
      }
      if (style.isUncut() || lineWidth <= style.width()) {
        return of(all, fullWidths);
      }
      Layout usual = fittingInto(all, columns, cells, words, MIN_TEXT_WIDTH, constant, style);
      Layout small = fittingInto(all, columns, cells, words, SMALL_TEXT_WIDTH, constant, style);
      List<Integer> ranked = all.stream().filter(at -> columns.get(at).isRanked()).toList();
      Layout chosen =
          !usual.shown().containsAll(ranked) && small.shown().containsAll(ranked) ? small : usual;
      List<Integer> below =
          ranked.stream()
              .filter(at -> !chosen.shown().contains(at) && !constant.contains(at))
              .filter(at -> cells[at] >= MIN_TEXT_WIDTH)
              .filter(at -> columns.get(at).unit() == ColumnUnit.TEXT)
              .toList();
      return new Layout(chosen.shown(), chosen.widths(), below);
    }

    private static Layout fittingInto(
        List<Integer> all,
        List<Answer.Column> columns,
        int[] cells,
        int[] words,
        int minTextWidth,
        Set<Integer> constant,
        TableStyle style) {
      List<Integer> byRank = new ArrayList<>(all);
      // Columns that only name the unit of others are for programs: printed values contain their
      // unit.
      Set<String> units = columns.stream().map(Answer.Column::measure).collect(Collectors.toSet());
      byRank.removeIf(at -> units.contains(columns.get(at).name()) && !columns.get(at).isRanked());
      byRank.sort(
          Comparator.<Integer, Boolean>comparing(at -> !columns.get(at).isRanked())
              .thenComparing(constant::contains)
              .thenComparingInt(at -> columns.get(at).rank()));
      int[] widths = new int[cells.length];
      List<Integer> shown = new ArrayList<>();
      int freeWidth = style.width() + GAP;
      for (int at : byRank) {
        boolean cuttable = !columns.get(at).unit().isQuantity();
        int word = Math.min(words[at], MAX_WORD_WIDTH);
        int minWidth = cuttable ? Math.min(cells[at], Math.max(minTextWidth, word)) : cells[at];
        widths[at] = Math.max(minWidth, headerWidth(columns.get(at).name()));
        if (widths[at] + GAP <= freeWidth || shown.isEmpty()) {
          shown.add(at);
          freeWidth -= widths[at] + GAP;
        }
      }
      for (int at : shown) {
        int added = Math.min(Math.max(0, cells[at] - widths[at]), Math.max(0, freeWidth));
        widths[at] += added;
        freeWidth -= added;
      }
      return of(shown.stream().sorted().toList(), widths);
    }

    private static Layout of(List<Integer> shown, int[] widths) {
      return new Layout(shown, shown.stream().map(at -> widths[at]).toList(), List.of());
    }

    private static int headerWidth(String name) {
      List<String> lines = headerLines(name, 0);
      return lines.stream().mapToInt(TextWidth::of).max().orElse(0);
    }

    /**
     * The name of a column in one line if it fits, else in two lines, broken behind an underscore.
     */
    static List<String> headerLines(String name, int width) {
      int breakAt = name.length();
      for (int at = name.indexOf('_');
          at >= 0 && width < name.length();
          at = name.indexOf('_', at + 1)) {
        int longestIfBrokenHere = Math.max(at + 1, name.length() - at - 1);
        int longest = Math.max(breakAt, name.length() - breakAt);
        breakAt = longestIfBrokenHere < longest ? at + 1 : breakAt;
      }
      return breakAt == name.length()
          ? List.of(name)
          : List.of(name.substring(0, breakAt), name.substring(breakAt));
    }
  }
}
