package dev.varve.simulation.pull;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Classes of layer sizes, separated by ascending limits in bytes. The first class is below the
 * first limit, the last one from the last limit on; a limit belongs to the class above it.
 */
public record SizeClasses(List<Long> limits) implements Serializable {
  private static final long MEGABYTE = 1_000_000;

  /** Below 1 MB, then by doubling up to 128 MB, and above. */
  public static final SizeClasses DOUBLING =
      new SizeClasses(
          Arrays.stream(new long[] {1, 2, 4, 8, 16, 32, 64, 128})
              .mapToObj(size -> size * MEGABYTE)
              .toList());

  /** Number of classes. */
  int count() {
    return limits.size() + 1;
  }

  int classOf(long bytes) {
    int sizeClass = 0;
    while (sizeClass < limits.size() && bytes >= limits.get(sizeClass)) {
      sizeClass++;
    }
    return sizeClass;
  }
}
