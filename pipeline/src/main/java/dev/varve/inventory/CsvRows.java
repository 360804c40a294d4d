package dev.varve.inventory;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of comma-separated values with the lines they begin in. A quoted field may hold commas, line
 * ends and doubled quotes; empty lines are no rows.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
final class CsvRows {
  private static final int MOST_ROW_LETTERS = 1 << 20;

  private final Reader in;
  private long line = 1;
  private int next;

  /** A row; {@code fault} says why its fields cannot be trusted. */
  record Row(long line, List<String> fields, @Nullable String fault) {}

  CsvRows(Reader in) throws IOException {
    this.in = in;
    next = in.read();
    if (next == '\ufeff') {
      next = in.read();
    }
  }

  /** The next row, or null at the end. */
  @Nullable Row next() throws IOException {
    while (next == '\n' || next == '\r') {
      line += next == '\n' ? 1 : 0;
      next = in.read();
    }
    if (next < 0) {
      return null;
    }
    long begun = line;
    List<String> fields = new ArrayList<>();
    String fault = null;
    int letters = 0;
    for (boolean more = true; more; ) {
      StringBuilder field = new StringBuilder();
      if (next == '"') {
        next = in.read();
        String quoted = quoted(field);
        fault = fault == null ? quoted : fault;
      }
      while (next >= 0 && next != ',' && next != '\n' && next != '\r') {
        field.append((char) next);
        next = in.read();
        if (field.length() > MOST_ROW_LETTERS) {
          return new Row(begun, List.of(), "a field of more than " + MOST_ROW_LETTERS + " letters");
        }
      }
      fields.add(field.toString().strip());
      letters += field.length() + 1;
      more = next == ',' && letters < MOST_ROW_LETTERS;
      next = more ? in.read() : next;
    }
    return new Row(begun, fields, fault);
  }

  private @Nullable String quoted(StringBuilder field) throws IOException {
    while (next >= 0) {
      if (next == '"') {
        next = in.read();
        if (next != '"') {
          boolean ends = next < 0 || next == ',' || next == '\n' || next == '\r';
          return ends ? null : "text after a closing quote";
        }
      }
      line += next == '\n' ? 1 : 0;
      if (field.length() < MOST_ROW_LETTERS) {
        field.append((char) next);
      }
      next = in.read();
    }
    return "a quote is not closed";
  }
}
