package dev.varve.jobs.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that answer a question, independent of the engine. A row has a value for each column:
 * null, a Boolean, a Number, a byte[], or an object that is printed by its {@code toString()}.
 *
 * @param name of the report or the check; empty for a free query
 * @param heading lines that state the question and how the rows count
 * @param rows in order; may be iterated any number of times, though an engine may compute them
 *     again each time
 */
public record Answer(
    String name,
    List<String> heading,
    List<Column> columns,
    Iterable<List<@Nullable Object>> rows) {

  /**
   * A column.
   *
   * @param figure what its values are
   * @param measure the column whose value names the figure in each row, as a column's name would;
   *     null where {@code figure} is that of all rows
   */
  public record Column(String name, Figure figure, @Nullable String measure) {}

  /** The figure of a column in a row. */
  public Figure figure(Column column, List<@Nullable Object> row) {
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).name().equals(column.measure())) {
        return Figure.of(String.valueOf(row.get(at)), column.figure());
      }
    }
    return column.figure();
  }

  /** This answer with the first rows only, which are held in memory. */
  public Answer first(int most) {
    List<List<@Nullable Object>> first = new ArrayList<>();
    Iterator<List<@Nullable Object>> all = rows.iterator();
    while (first.size() < most && all.hasNext()) {
      first.add(all.next());
    }
    return new Answer(name, heading, columns, first);
  }

  /** How many rows there are; goes through all of them. */
  public long count() {
    long count = 0;
    for (Iterator<List<@Nullable Object>> all = rows.iterator(); all.hasNext(); all.next()) {
      count++;
    }
    return count;
  }
}
