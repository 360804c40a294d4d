package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.TableStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows as golden files have them. */
public final class CsvRows {
  private CsvRows() {}

  public static List<String> of(Dataset<Row> rows) {
    rows.createOrReplaceTempView("csv_rows");
    return of(BothEngines.answer(rows.sparkSession(), new Question("", "SELECT * FROM csv_rows")));
  }

  public static List<String> of(Answer answer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Document document =
        Format.CSV.on(new PrintStream(bytes, true, StandardCharsets.UTF_8), TableStyle.PLAIN)) {
      document.all(List.of(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
