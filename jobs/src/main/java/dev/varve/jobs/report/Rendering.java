package dev.varve.jobs.report;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** A way to write rows down. */
public interface Rendering {
  /**
   * Writes the rows. All but {@link Format#TABLE} hold one row at a time.
   *
   * @param title name of the report, or empty
   * @param heading lines that say what the rows answer and how they count
   */
  void print(
      PrintStream out, String title, List<String> heading, StructType schema, Iterator<Row> rows);

  /** The rendering of a name: table, csv or json. */
  static Rendering named(Format format) {
    return switch (format) {
      case TABLE -> new TerminalTable();
      case CSV -> new Csv();
      case JSON -> new Json();
    };
  }

  /** The names. */
  enum Format {
    TABLE,
    CSV,
    JSON
  }
}
