package dev.varve.jobs.warehouse.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of rows by some of their columns, nulls first; texts are compared as their UTF-8 bytes,
 * as both engines do.
 */
public final class RowOrder implements Comparator<@Nullable Object[]> {
  private final int[] indexes;

  /** Orders rows of these columns by some of them. */
  public RowOrder(Columns columns, List<String> by) {
    indexes = by.stream().mapToInt(columns::indexOf).toArray();
  }

  @Override
  public int compare(@Nullable Object[] one, @Nullable Object[] other) {
    for (int index : indexes) {
      int comparison = compareValues(one[index], other[index]);
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // both are of the column's type
  private static int compareValues(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one != null, other != null);
    }
    if (one instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) other);
    }
    if (one instanceof String text) {
      return Arrays.compareUnsigned(
          text.getBytes(StandardCharsets.UTF_8), ((String) other).getBytes(StandardCharsets.UTF_8));
    }
    return ((Comparable<Object>) one).compareTo(other);
  }
}
