package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Document of gauges in the text format of OpenMetrics 1.0, which Prometheus reads too. Each column
 * of numbers is a metric family, each other column a label. Samples have no timestamps: the scraper
 * adds its own.
 *
 * @see <a
 *     href="https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md">OpenMetrics</a>
 * @see <a
 *     href="https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format">Prometheus
 *     text format</a>
 */
final class OpenMetrics implements Document {
  /** Label with the number of the row, from 1 on, for rows that no other label tells apart. */
  private static final String ROW = "row";

  private static final String WAREHOUSE = "warehouse";

  private final PrintStream out;
  private final TableStyle style;
  private final Set<String> families = new HashSet<>();

  /** Outcomes of several gates, which are one family of metrics and so follow each other. */
  private final List<Answer> outcomes = new ArrayList<>();

  private boolean isOfSeveral;

  OpenMetrics(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {
    isOfSeveral = names.size() > 1;
  }

  @Override
  public void verdict(Answer outcome) {
    if (isOfSeveral) {
      outcomes.add(outcome);
    } else {
      addFamilies(outcome);
    }
  }

  @Override
  public void add(Answer answer) {
    addFamilies(style.chosen(answer));
  }

  @Override
  public void end() {
    if (!outcomes.isEmpty()) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      outcomes.forEach(outcome -> outcome.rows().forEach(rows::add));
      Answer first = outcomes.get(0);
      addFamilies(new Answer(first.name(), first.heading(), first.columns(), rows));
    }
    line("# EOF");
    out.flush();
  }

  private void addFamilies(Answer answer) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    answer.rows().forEach(rows::add);
    List<String> labels = labels(answer, rows);
    String report = answer.name().isEmpty() ? "query" : answer.name();
    for (int at = 0; at < answer.columns().size(); at++) {
      Answer.Column column = answer.columns().get(at);
      if (column.unit().isQuantity()) {
        MetricUnit unit = MetricUnit.of(column);
        addFamily(
            answer, "varve_" + MetricUnit.word(report) + "_" + unit.name(), unit, at, rows, labels);
      }
    }
  }

  private void addFamily(
      Answer answer,
      String name,
      MetricUnit unit,
      int columnIndex,
      List<List<@Nullable Object>> rows,
      List<String> labels) {
    List<String> samples = new ArrayList<>();
    String family = unused(name, families);
    for (int at = 0; at < rows.size(); at++) {
      if (rows.get(at).get(columnIndex) instanceof Number number) {
        samples.add(family + labels.get(at) + " " + unit.value(number));
      }
    }
    if (!samples.isEmpty()) {
      line("# TYPE " + family + " gauge");
      if (!unit.base().isEmpty() && family.endsWith("_" + unit.base())) {
        line("# UNIT " + family + " " + unit.base());
      }
      String question = answer.heading().stream().findFirst().orElse("A query.");
      String column = answer.columns().get(columnIndex).name();
      // OpenMetrics escapes quotes in a HELP line, and Prometheus rejects the escape: so no quotes.
      line(
          "# HELP "
              + family
              + " "
              + escaped(question + " Column " + column + ".").replace('"', '\''));
      samples.forEach(this::line);
    }
  }

  /**
   * The labels of each row, in braces. No two rows have equal labels: if needed, label {@link #ROW}
   * is added.
   */
  private List<String> labels(Answer answer, List<List<@Nullable Object>> rows) {
    Set<String> names = new HashSet<>(Set.of(ROW, WAREHOUSE));
    List<String> columns =
        answer.columns().stream()
            .map(c -> c.unit().isQuantity() ? "" : unused(MetricUnit.word(c.name()), names))
            .toList();
    List<List<String>> pairs = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      pairs.add(
          IntStream.range(0, columns.size())
              .filter(at -> !columns.get(at).isEmpty() && !PrintedText.exact(row.get(at)).isEmpty())
              .mapToObj(
                  at -> columns.get(at) + "=\"" + quoted(PrintedText.exact(row.get(at))) + "\"")
              .toList());
    }
    boolean ambiguous = new HashSet<>(pairs).size() < pairs.size();
    List<String> labels = new ArrayList<>();
    List<String> common =
        style.warehouse().isEmpty()
            ? List.of()
            : List.of(WAREHOUSE + "=\"" + quoted(style.warehouse()) + "\"");
    for (List<String> row : pairs) {
      List<String> all = new ArrayList<>(common);
      all.addAll(row);
      if (ambiguous) {
        all.add(ROW + "=\"" + (labels.size() + 1) + "\"");
      }
      labels.add(all.isEmpty() ? "" : all.stream().collect(Collectors.joining(",", "{", "}")));
    }
    return labels;
  }

  /**
   * A name that is not used yet: the given one, or one with a number appended. It counts as used
   * from now on.
   */
  private static String unused(String name, Set<String> used) {
    String unused = name;
    for (int suffix = 2; !used.add(unused); suffix++) {
      unused = name + "_" + suffix;
    }
    return unused;
  }

  private static String quoted(String text) {
    return escaped(text).replace("\"", "\\\"");
  }

  /** Escapes backslashes and control characters, so that the text stays on one line. */
  private static String escaped(String text) {
    return PrintedText.visible(text).replace("\\", "\\\\");
  }

  private void line(String text) {
    out.print(text + "\n");
  }
}
