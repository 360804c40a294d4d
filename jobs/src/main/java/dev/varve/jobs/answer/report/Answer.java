package dev.varve.jobs.answer.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows that answer a question, independent of the engine. A row has a value for each column:
 * null, a Boolean, a Number, a byte[], or an object that is printed by its {@code toString()}.
 *
 * @param name of the report or the check; empty for SQL of a user
 * @param heading lines that state the question and how the rows count
 * @param rows in order; may be iterated any number of times, though an engine may compute them
 *     again each time
 */
public record Answer(
    String name,
    List<String> heading,
    List<Column> columns,
    Iterable<List<@Nullable Object>> rows) {
  /** Column with the currency of the amounts of money in its row. */
  private static final String CURRENCY = "currency";

  /**
   * A column.
   *
   * @param unit of its values
   * @param measure column whose value in each row names the unit of that row, in the form of a
   *     column name; null if all rows have {@code unit}
   * @param rank importance for people: 0 is the most important column. Columns of one rank are in
   *     the order of the answer
   * @param interval names of the columns with the low and high end of the interval of a sampled
   *     value. It limits the digits that are printed for people. Empty for exact values
   */
  public record Column(
      String name, ColumnUnit unit, @Nullable String measure, int rank, List<String> interval) {
    /** The rank of a column that the header of the report does not rank. */
    public static final int LAST = Integer.MAX_VALUE;

    /** A column of exact values without a rank. */
    public Column(String name, ColumnUnit unit, @Nullable String measure) {
      this(name, unit, measure, LAST, List.of());
    }

    /** Whether the header of the report names the column among the most important ones. */
    public boolean isRanked() {
      return rank != LAST;
    }
  }

  /** The unit of a column in a row; rows differ if the column has a {@code measure}. */
  public ColumnUnit unitOf(Column column, List<@Nullable Object> row) {
    int measure = column.measure() == null ? -1 : indexOf(column.measure());
    return measure < 0
        ? column.unit()
        : ColumnUnit.of(String.valueOf(row.get(measure)), column.unit());
  }

  /** The width of a sampled value's interval; 0 where the value is exact. */
  public double spread(Column column, List<@Nullable Object> row) {
    if (column.interval().isEmpty()
        || !(row.get(indexOf(column.interval().get(0))) instanceof Number low)
        || !(row.get(indexOf(column.interval().get(1))) instanceof Number high)) {
      return 0;
    }
    return high.doubleValue() - low.doubleValue();
  }

  /**
   * The value of a column in a row as documents print it for people. An amount of money is followed
   * by the currency of its row.
   *
   * @param at place of the column
   */
  public String readable(int at, List<@Nullable Object> row, TableStyle style) {
    Column column = columns.get(at);
    ColumnUnit unit = unitOf(column, row).in(style);
    String text = unit.readable(row.get(at), spread(column, row));
    int currency = unit == ColumnUnit.MONEY && row.get(at) != null ? indexOf(CURRENCY) : -1;
    return currency < 0 ? text : text + " " + ColumnUnit.TEXT.readable(row.get(currency));
  }

  /** The rank of the most important column of numbers; texts of a lower rank name the row. */
  int firstFigureRank() {
    return columns.stream()
        .filter(column -> column.unit().isQuantity())
        .mapToInt(Column::rank)
        .min()
        .orElse(Column.LAST);
  }

  /**
   * Whether a row says more than that there is nothing: any of its ranked numbers is known and not
   * 0. True without ranked numbers.
   */
  public boolean hasFigures(List<@Nullable Object> row) {
    List<Integer> figures =
        IntStream.range(0, columns.size())
            .filter(at -> columns.get(at).isRanked() && columns.get(at).unit().isQuantity())
            .boxed()
            .toList();
    return figures.isEmpty()
        || figures.stream()
            .anyMatch(at -> row.get(at) instanceof Number number && number.doubleValue() != 0);
  }

  /** Whether a column only has the currency that amounts of money are printed with. */
  boolean isOfPrintedCurrency(int at) {
    return columns.get(at).name().equals(CURRENCY)
        && columns.stream().anyMatch(column -> column.unit() == ColumnUnit.MONEY);
  }

  /** The place of a column, from 0 on; -1 if no column has this name. */
  public int indexOf(String column) {
    return columns.stream().map(Column::name).toList().indexOf(column);
  }

  /** This answer with only these columns, in this order; each name must exist. */
  public Answer only(List<String> names) {
    List<Integer> indexes = names.stream().map(this::indexOf).toList();
    return new Answer(
        name,
        heading,
        indexes.stream().map(columns::get).toList(),
        () -> {
          Iterator<List<@Nullable Object>> all = rows.iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return all.hasNext();
            }

            @Override
            public List<@Nullable Object> next() {
              List<@Nullable Object> row = all.next();
              List<@Nullable Object> chosen = new ArrayList<>();
              indexes.forEach(index -> chosen.add(row.get(index)));
              return chosen;
            }
          };
        });
  }

  /** This answer with only its first rows, which are kept in memory. */
  public Answer first(int maxRows) {
    List<List<@Nullable Object>> first = new ArrayList<>();
    Iterator<List<@Nullable Object>> all = rows.iterator();
    while (first.size() < maxRows && all.hasNext()) {
      first.add(all.next());
    }
    return new Answer(name, heading, columns, first);
  }

  /** Number of rows; goes through all of them. */
  public long count() {
    long count = 0;
    for (Iterator<List<@Nullable Object>> all = rows.iterator(); all.hasNext(); all.next()) {
      count++;
    }
    return count;
  }
}
