package dev.varve.simulation.startup;

import dev.varve.input.inventory.CsvRows;
import dev.varve.input.tar.PathText;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An access list as CSV. The first row names the columns, in any order: image, run, path, and
 * optionally offset and length, in bytes, which may be empty: from the start, and to the end. Paths
 * are those that programs use; they become those of recipes.
 */
public final class AccessList implements AccessSource {
  private static final List<String> NEEDED = List.of("image", "run", "path");
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
  private static final Set<String> KNOWN = Set.of("image", "run", "path", "offset", "length");

  private final Reader text;
  private final CsvRows rows;
  private final Map<String, Integer> columnIndexes = new HashMap<>();
  private boolean ended;

  /**
   * Reads the header.
   *
   * @param text a letter for each byte (ISO 8859-1), as paths are bytes
   * @throws MalformedBlobException when it does not name the columns
   */
  public AccessList(Reader text) throws IOException {
    this.text = text;
    this.rows = new CsvRows(text);
    CsvRows.Row header = rows.next();
    ended = header == null;
    String fault = header == null ? null : faultOfHeader(header);
    if (fault != null) {
      throw new MalformedBlobException(RejectReason.CORRUPT, 0, fault);
    }
  }

  private @Nullable String faultOfHeader(CsvRows.Row header) {
    if (header.fault() != null) {
      return header.fault();
    }
    for (String field : header.fields()) {
      String name = field.replace(BYTE_ORDER_MARK, "").toLowerCase(Locale.ROOT);
      if (!KNOWN.contains(name)) {
        return "the first row names the columns image, run, path, and may name offset and length;"
            + " it has "
            + field;
      }
      if (columnIndexes.put(name, columnIndexes.size()) != null) {
        return "column " + name + " is listed twice";
      }
    }
    return NEEDED.stream()
        .filter(name -> !columnIndexes.containsKey(name))
        .findFirst()
        .map(name -> "column " + name + " is missing")
        .orElse(null);
  }

  @Override
  public @Nullable Line next() throws IOException {
    CsvRows.Row row = ended ? null : rows.next();
    ended |= row == null;
    return row == null ? null : line(row);
  }

  private Line line(CsvRows.Row row) {
    if (row.fault() != null) {
      return Line.faulty(row.line(), row.fault());
    }
    if (row.fields().size() != columnIndexes.size()) {
      return Line.faulty(
          row.line(), row.fields().size() + " fields, the header has " + columnIndexes.size());
    }
    for (String needed : NEEDED) {
      if (field(row, needed).isEmpty()) {
        return Line.faulty(row.line(), "no " + needed);
      }
    }
    try {
      return Line.of(
          row.line(),
          new Access(
              utf8(field(row, "image")),
              utf8(field(row, "run")),
              PathText.text(bytes(field(row, "path"))),
              number(field(row, "offset"), "offset", 0),
              number(field(row, "length"), "length", Access.TO_THE_END)));
    } catch (IllegalArgumentException e) {
      return Line.faulty(row.line(), String.valueOf(e.getMessage()));
    }
  }

  private static byte[] bytes(String field) {
    return field.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String utf8(String field) {
    return new String(bytes(field), StandardCharsets.UTF_8);
  }

  private String field(CsvRows.Row row, String name) {
    Integer columnIndex = columnIndexes.get(name);
    return columnIndex == null ? "" : row.fields().get(columnIndex);
  }

  private static long number(String field, String name, long ifEmpty) {
    if (field.isEmpty()) {
      return ifEmpty;
    }
    try {
      long number = Long.parseLong(field);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(name + " is no number of bytes: " + field);
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
