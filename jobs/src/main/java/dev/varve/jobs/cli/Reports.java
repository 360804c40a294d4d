package dev.varve.jobs.cli;

import dev.varve.jobs.query.Queries;
import dev.varve.jobs.report.Rendering;
import java.io.PrintStream;
import java.util.List;
import org.apache.spark.sql.Row;

/** Prints the answers of reports. */
final class Reports {
  private static final int FIRST_ROWS = 12;

  private Reports() {}

  /** All rows, with the question and how things are counted. */
  static void print(PrintStream out, Queries.Answer answer, Rendering.Format format) {
    Rendering.named(format)
        .print(out, answer.name(), answer.heading(), answer.schema(), answer.rows().iterator());
  }

  /** The question and the first rows. */
  static void printFirst(PrintStream out, Queries.Answer answer) {
    List<Row> all = answer.rows();
    List<Row> first = all.subList(0, Math.min(FIRST_ROWS, all.size()));
    Rendering.named(Rendering.Format.TABLE)
        .print(
            out, answer.name(), answer.heading().subList(0, 1), answer.schema(), first.iterator());
    if (first.size() < all.size()) {
      out.printf("(%d more rows in: report %s)%n%n", all.size() - first.size(), answer.name());
    }
  }
}
