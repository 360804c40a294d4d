package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Sentence;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of the reports and queries from which the sections of a headline are made. */
final class HeadlineData {
  private final Queries queries;
  private final Map<String, Answer> reports = new HashMap<>();

  HeadlineData(Queries queries) {
    this.queries = queries;
  }

  /** Runs these reports together, and keeps their rows for {@link #report}. */
  void runReports(List<String> names) throws IOException {
    queries.reports(
        names,
        new Document() {
          @Override
          public void begin(List<String> all) {}

          @Override
          public void add(Answer answer) {
            reports.put(answer.name(), answer.first(Queries.ALL));
          }

          @Override
          public void end() {}
        });
  }

  /** The rows of a query of {@code schemas/headline}. */
  List<Row> rows(String query) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (Result result = queries.stream(SqlFiles.text("headline", query), Map.of())) {
      List<String> names = result.columns().stream().map(Result.Column::name).toList();
      result.forEachRemaining(row -> rows.add(new Row(names, row)));
    }
    return rows;
  }

  /** The rows of a report; none if {@link #runReports} did not name it. */
  List<Row> report(String name) {
    Answer answer = reports.get(name);
    List<Row> rows = new ArrayList<>();
    if (answer != null) {
      List<String> names = answer.columns().stream().map(Answer.Column::name).toList();
      answer.rows().forEach(row -> rows.add(new Row(names, row)));
    }
    return rows;
  }

  /** The row of a report that has this value in its first column. */
  Optional<Row> reportRow(String name, String firstValue) {
    return report(name).stream()
        .filter(row -> firstValue.equals(String.valueOf(row.values().get(0))))
        .findFirst();
  }

  /** A row, by the names of its columns. */
  record Row(List<String> columns, List<@Nullable Object> values) {
    private @Nullable Object value(String column) {
      return values.get(columns.indexOf(column));
    }

    String text(String column) {
      return String.valueOf(value(column));
    }

    /** A number; NaN if it is unknown, for which every comparison is false. */
    double number(String column) {
      return value(column) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** A sentence with values inserted; {@link Sentence} defines the placeholders. */
    String filledIn(String sentence) {
      return Sentence.of(sentence, this::value);
    }
  }
}
