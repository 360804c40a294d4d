package dev.varve.jobs.warehouse.row;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table or of a query, in the order of the values of its rows.
 *
 * @param all the columns, with unique names
 */
public record Columns(List<Column> all) implements Serializable {
  /** Copies the list. */
  public Columns {
    all = List.copyOf(all);
  }

  /**
   * A column.
   *
   * @param nullable whether a row may have null in it
   */
  public record Column(String name, ColumnType type, boolean nullable) implements Serializable {}

  public int size() {
    return all.size();
  }

  /** The names, in order. */
  public List<String> names() {
    return all.stream().map(Column::name).toList();
  }

  /**
   * The index of a column, from 0.
   *
   * @throws IllegalArgumentException when there is no such column
   */
  public int indexOf(String name) {
    int index = names().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("there is no column " + name + " among " + names());
    }
    return index;
  }

  /** These columns without one of them. */
  public Columns without(String name) {
    return new Columns(all.stream().filter(column -> !column.name().equals(name)).toList());
  }

  /** These columns and one more. */
  public Columns with(String name, ColumnType type, boolean nullable) {
    List<Column> more = new ArrayList<>(all);
    more.add(new Column(name, type, nullable));
    return new Columns(more);
  }

  /**
   * Checks that a row has these columns.
   *
   * @param table named in the message
   * @throws IllegalArgumentException when the row has more or fewer values, or a null in a column
   *     that is NOT NULL
   */
  public void requireValid(String table, @Nullable Object[] row) {
    if (row.length != all.size()) {
      throw new IllegalArgumentException(
          "table %s has the columns %s; the row has %d".formatted(table, names(), row.length));
    }
    for (int index = 0; index < row.length; index++) {
      if (row[index] == null && !all.get(index).nullable()) {
        throw new IllegalArgumentException(
            "column %s of table %s is null, which is declared NOT NULL"
                .formatted(all.get(index).name(), table));
      }
    }
  }
}
