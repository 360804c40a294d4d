package dev.varve.jobs.cli;

import dev.varve.jobs.job.Queries;
import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.table.SqlFiles;
import java.io.PrintStream;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Runs and prints reports. */
final class Reports {
  private static final int FIRST_ROWS = 12;

  private Reports() {}

  /** All rows, with the question and how things are counted. */
  static void print(PrintStream out, Queries queries, String name, Rendering.Format format) {
    Dataset<Row> rows = queries.report(name);
    List<String> heading = SqlFiles.heading(SqlFiles.text("reports", name));
    Rendering.named(format).print(out, name, heading, rows.schema(), rows.collectAsList());
  }

  /** The question and the first rows. */
  static void printFirst(PrintStream out, Queries queries, String name) {
    Dataset<Row> rows = queries.report(name);
    List<Row> all = rows.collectAsList();
    List<Row> first = all.subList(0, Math.min(FIRST_ROWS, all.size()));
    String question = SqlFiles.heading(SqlFiles.text("reports", name)).get(0);
    Rendering.named(Rendering.Format.TABLE)
        .print(out, name, List.of(question), rows.schema(), first);
    if (first.size() < all.size()) {
      out.printf("(%d more rows in: report %s)%n%n", all.size() - first.size(), name);
    }
  }
}
