package dev.varve.jobs.engine;

import java.util.Collections;
import java.util.List;

/**
 * Rows of a query in the order and the groups in which folds receive them.
 *
 * @param type of the record that a row is read as, by the names of its columns
 * @param groupColumns number of leading columns of {@code order} that identify a group. All rows of
 *     a group pass through the same fold, one group after another. 0: all rows pass through one
 *     fold. {@link #UNGROUPED}: the engine may split the rows arbitrarily
 * @param order columns that sort the rows, ascending, nulls first
 */
public record Ordered<I extends Record>(
    Query query, Class<I> type, int groupColumns, List<String> order) {
  /** Value of {@link #groupColumns} for rows that the engine may split arbitrarily, in no order. */
  public static final int UNGROUPED = -1;

  /** Copies the list. */
  public Ordered {
    order = List.copyOf(order);
  }

  /** Rows in any order, split arbitrarily. */
  public static <I extends Record> Ordered<I> unordered(Query query, Class<I> type) {
    return new Ordered<>(query, type, UNGROUPED, List.of());
  }

  /** All rows through one fold, sorted by these columns. */
  public static <I extends Record> Ordered<I> by(Query query, Class<I> type, String... order) {
    return new Ordered<>(query, type, 0, List.of(order));
  }

  /**
   * These rows in groups: rows that are equal in the first {@code columns} columns of the order
   * belong to one group.
   */
  public Ordered<I> grouped(int columns) {
    return new Ordered<>(query, type, columns, order);
  }

  /** The columns that identify a group. */
  public List<String> groupKey() {
    return groupColumns > 0 ? order.subList(0, groupColumns) : Collections.emptyList();
  }
}
