package dev.varve.jobs.query;

import dev.varve.jobs.report.Rendering;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Rows of the engine as the lines of a CSV file, the names of the columns first. */
public final class CsvRows {
  private CsvRows() {}

  public static List<String> of(Dataset<Row> rows) {
    return of(rows.schema(), rows.collectAsList());
  }

  public static List<String> of(StructType schema, List<Row> rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Rendering.named(Rendering.Format.CSV)
        .print(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            "",
            List.of(),
            schema,
            rows.iterator());
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
