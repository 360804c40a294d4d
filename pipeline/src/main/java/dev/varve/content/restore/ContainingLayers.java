package dev.varve.content.restore;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Greedy choice of the layers to read for missing contents: always the layer that contains most
 * missing bytes. This gain only shrinks as other layers are read, so it is computed again only for
 * the layer that comes first (M. Minoux, <a href="https://doi.org/10.1007/BFb0006528">Accelerated
 * greedy algorithms for maximizing submodular set functions</a>, 1978).
 */
public final class ContainingLayers {
  private static final Comparator<LayerGain> MOST_FIRST =
      Comparator.comparingLong((LayerGain layer) -> -layer.gainBytes)
          .thenComparing(layer -> layer.layer);

  private final Map<String, LayerGain> added = new HashMap<>();
  private final PriorityQueue<LayerGain> queue = new PriorityQueue<>(MOST_FIRST);

  /** The contents of one layer, by their numbers, and its last known gain. */
  private static final class LayerGain {
    private final String layer;
    private int[] contents = new int[4];
    private int count;
    private long gainBytes;

    LayerGain(String layer) {
      this.layer = layer;
    }

    void add(int content) {
      if (count == contents.length) {
        contents = Arrays.copyOf(contents, count * 2);
      }
      contents[count++] = content;
    }

    long gainBytes(WantedContents wanted) {
      long bytes = 0;
      for (int index = 0; index < count; index++) {
        bytes += wanted.isMissing(contents[index]) ? wanted.bytes(contents[index]) : 0;
      }
      return bytes;
    }
  }

  /** Adds a content of a layer, once for each layer. */
  public void add(String layer, int content) {
    added.computeIfAbsent(layer, LayerGain::new).add(content);
  }

  /** Removes and returns the layer with most missing bytes; empty when no layer contains any. */
  public Optional<String> next(WantedContents wanted) {
    for (LayerGain layer : added.values()) {
      layer.gainBytes = layer.gainBytes(wanted);
      queue.add(layer);
    }
    added.clear();
    while (!queue.isEmpty()) {
      LayerGain first = queue.remove();
      first.gainBytes = first.gainBytes(wanted);
      if (first.gainBytes > 0 && (queue.isEmpty() || MOST_FIRST.compare(first, queue.peek()) < 0)) {
        return Optional.of(first.layer);
      }
      if (first.gainBytes > 0) {
        queue.add(first);
      }
    }
    return Optional.empty();
  }
}
