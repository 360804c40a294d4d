package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows that a headline is made of. */
final class HeadlineData {
  private final Queries queries;
  private final Map<String, Answer> reports = new HashMap<>();

  HeadlineData(Queries queries) {
    this.queries = queries;
  }

  /** Answers these reports together. */
  void ask(List<String> names) throws IOException {
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
  List<List<@Nullable Object>> rows(String query) throws IOException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    queries.stream(SqlFiles.text("headline", query), Map.of()).forEachRemaining(rows::add);
    return rows;
  }

  /** The rows of a report, each by the names of its columns. */
  List<Row> report(String name) {
    Answer answer = reports.get(name);
    List<Row> rows = new ArrayList<>();
    if (answer != null) {
      for (Iterator<List<@Nullable Object>> all = answer.rows().iterator(); all.hasNext(); ) {
        rows.add(new Row(answer, all.next()));
      }
    }
    return rows;
  }

  /** The row of a report that has this value in its first column. */
  Optional<Row> report(String name, String first) {
    return report(name).stream()
        .filter(row -> first.equals(String.valueOf(row.values().get(0))))
        .findFirst();
  }

  /** A row of a report. */
  record Row(Answer of, List<@Nullable Object> values) {
    String text(String column) {
      return String.valueOf(values.get(of.indexOf(column)));
    }

    /** A number; NaN where it is not known. */
    double number(String column) {
      return number(values.get(of.indexOf(column)));
    }

    static double number(@Nullable Object value) {
      return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
  }
}
