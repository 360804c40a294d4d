package dev.varve.jobs.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns side by side under their names, numbers to the right, sizes with units. */
final class TerminalTable implements Rendering {
  private static final int WIDEST = 48;

  @Override
  public void print(
      PrintStream out, String title, List<String> heading, StructType schema, Iterator<Row> rows) {
    if (!title.isEmpty()) {
      out.println("== " + title + " ==");
    }
    heading.forEach(line -> out.println("   " + line));
    StructField[] fields = schema.fields();
    List<String[]> lines = new ArrayList<>();
    lines.add(schema.fieldNames());
    while (rows.hasNext()) {
      Row row = rows.next();
      String[] line = new String[fields.length];
      for (int column = 0; column < fields.length; column++) {
        line[column] = cut(Values.readable(quantity(row, fields, column), row.get(column)));
      }
      lines.add(line);
    }
    int[] widths = new int[fields.length];
    for (String[] line : lines) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], line[column].length());
      }
    }
    for (int index = 0; index < lines.size(); index++) {
      out.println(line(lines.get(index), widths, fields));
      if (index == 0) {
        out.println(rule(widths));
      }
    }
    if (lines.size() == 1) {
      out.println("(no rows)");
    }
    out.println();
  }

  /** What a cell measures: the name of its column, or the measure that its row is about. */
  private static String quantity(Row row, StructField[] fields, int column) {
    String name = fields[column].name();
    boolean percentile = fields[0].name().equals("measure") && !name.equals(fields[1].name());
    return percentile ? String.valueOf(row.get(0)) : name;
  }

  private static String line(String[] cells, int[] widths, StructField[] fields) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < cells.length; column++) {
      String gap = " ".repeat(widths[column] - cells[column].length());
      boolean number = fields[column].dataType() instanceof NumericType;
      text.append(number ? gap + cells[column] : cells[column] + gap).append("  ");
    }
    return text.toString().stripTrailing();
  }

  private static String rule(int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int width : widths) {
      text.append("-".repeat(width)).append("  ");
    }
    return text.toString().stripTrailing();
  }

  /** Long texts keep their two ends, which tell digests and paths apart. */
  private static String cut(String text) {
    if (text.length() <= WIDEST) {
      return text;
    }
    int half = (WIDEST - 3) / 2;
    return text.substring(0, half) + "..." + text.substring(text.length() - half);
  }
}
