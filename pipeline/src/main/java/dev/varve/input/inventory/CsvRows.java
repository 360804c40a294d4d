package dev.varve.input.inventory;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * Rows of comma-separated values with their line numbers. A quoted field may contain commas, line
 * ends and doubled quotes; empty lines are skipped. A row that cannot be parsed is returned with
 * its fault, and reading continues with the next line.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
public final class CsvRows {
  private final LineReader text;
  private Iterator<CSVRecord> records;

  /** A row; {@code fault} says why its fields cannot be trusted. */
  public record Row(long line, List<String> fields, @Nullable String fault) {}

  public CsvRows(Reader in) throws IOException {
    text = new LineReader(in);
    records = parse();
  }

  /** The next row, or null at the end. */
  public @Nullable Row next() throws IOException {
    text.beginRow();
    try {
      if (!records.hasNext()) {
        return null;
      }
      List<String> fields = records.next().stream().map(String::strip).toList();
      return new Row(text.rowLine(), fields, null);
    } catch (UncheckedIOException e) {
      String fault = fault(Objects.requireNonNull(e.getCause()));
      text.skipLine();
      records = parse();
      return new Row(text.rowLine(), List.of(), fault);
    }
  }

  /** The parser stops at a faulty row, so the rows after it need a new parser. */
  private Iterator<CSVRecord> parse() throws IOException {
    return CSVParser.parse(text, CSVFormat.DEFAULT).iterator();
  }

  private String fault(IOException fault) throws IOException {
    if (fault instanceof LineReader.TooLongException) {
      return LineReader.TooLongException.MESSAGE;
    }
    if (fault instanceof CSVException) {
      return text.isAtEnd() ? "a quote is not closed" : "text after a closing quote";
    }
    throw fault;
  }
}
