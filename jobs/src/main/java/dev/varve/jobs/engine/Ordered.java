package dev.varve.jobs.engine;

import java.util.Collections;
import java.util.List;

/**
 * Rows of a query as a fold takes them.
 *
 * @param type of the record that a row is read as, by the names of its columns
 * @param groups how many of the first columns of the order make a group. All rows of a group go
 *     through the same fold, one group after another; 0: all rows go through one fold; {@link
 *     #ANY}: rows are split anyhow
 * @param order columns that sort the rows, ascending, nulls first
 */
public record Ordered<I extends Record>(
    Query query, Class<I> type, int groups, List<String> order) {
  /** Rows are split anyhow, in no order. */
  public static final int ANY = -1;

  /** Copies the list. */
  public Ordered {
    order = List.copyOf(order);
  }

  /** Rows in any order, split anyhow. */
  public static <I extends Record> Ordered<I> unordered(Query query, Class<I> type) {
    return new Ordered<>(query, type, ANY, List.of());
  }

  /** All rows through one fold, in an order. */
  public static <I extends Record> Ordered<I> by(Query query, Class<I> type, String... order) {
    return new Ordered<>(query, type, 0, List.of(order));
  }

  /** These rows in groups: those that are equal in the first columns of the order. */
  public Ordered<I> grouped(int columns) {
    return new Ordered<>(query, type, columns, order);
  }

  /** The columns of a group. */
  public List<String> group() {
    return groups > 0 ? order.subList(0, groups) : Collections.emptyList();
  }
}
