package dev.varve.jobs.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * RFC 4180, with a header; a null is an empty field. Nothing but the rows, so that programs can
 * read it.
 */
final class Csv implements Rendering {
  @Override
  public void print(
      PrintStream out, String title, List<String> heading, StructType schema, Iterator<Row> rows) {
    out.println(String.join(",", schema.fieldNames()));
    while (rows.hasNext()) {
      Row row = rows.next();
      List<String> cells = new ArrayList<>();
      for (int column = 0; column < schema.size(); column++) {
        cells.add(quoted(Values.exact(row.get(column))));
      }
      out.println(String.join(",", cells));
    }
  }

  private static String quoted(String text) {
    boolean plain =
        text.chars().noneMatch(next -> next == '"' || next == ',' || next == '\n' || next == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
