package dev.varve.simulation.request;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Assignment of layers by size: each request gets the unused layer whose size is closest, of two
 * equally close ones the smaller. When all layers are used, all become unused again.
 */
final class ClosestLayers {
  private final int[] bySize;
  private final long[] sizes;
  private final TreeSet<Integer> unused = new TreeSet<>();

  /**
   * @param layerBytes bytes of each layer, by its number; at least one
   */
  ClosestLayers(long[] layerBytes) {
    if (layerBytes.length == 0) {
      throw new IllegalArgumentException("no layers to match requests with");
    }
    bySize =
        IntStream.range(0, layerBytes.length)
            .boxed()
            .sorted((a, b) -> Long.compare(layerBytes[a], layerBytes[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    sizes = Arrays.stream(bySize).mapToLong(layer -> layerBytes[layer]).toArray();
    refill();
  }

  private void refill() {
    IntStream.range(0, sizes.length).forEach(unused::add);
  }

  /** Takes the layer that is closest to this size. */
  int takeClosest(long bytes) {
    if (unused.isEmpty()) {
      refill();
    }
    int index = firstAtLeast(bytes);
    Integer above = unused.ceiling(index);
    Integer below = unused.lower(index);
    boolean isAboveCloser =
        below == null || (above != null && sizes[above] - bytes < bytes - sizes[below]);
    Integer closest = isAboveCloser ? above : below;
    if (closest == null) {
      throw new IllegalStateException("no layer is left");
    }
    unused.remove(closest);
    return bySize[closest];
  }

  /** Marks this layer as used, unless it is already. */
  void markUsed(int layer, long bytes) {
    for (int index = firstAtLeast(bytes); index < sizes.length && sizes[index] == bytes; index++) {
      if (bySize[index] == layer) {
        unused.remove(index);
        return;
      }
    }
  }

  private int firstAtLeast(long bytes) {
    int from = 0;
    int to = sizes.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (sizes[middle] < bytes) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
