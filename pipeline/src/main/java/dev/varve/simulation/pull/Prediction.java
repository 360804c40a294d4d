package dev.varve.simulation.pull;

import dev.varve.simulation.request.PulledImage;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.IntConsumer;

/**
 * Prediction of the layers that a client requests after a manifest, from earlier requests. Expected
 * are the layers of the repository that the client never pulled, as it will need them. Also
 * expected are the layers that it pulled more often than a threshold, as it seems not to keep them.
 * A repository has the layers that were pushed to it or pulled from it.
 *
 * <p>Memory: about 30 bytes for each pair of a repository and a layer, and 20 for each pair of a
 * client and a layer.
 */
final class Prediction {
  private final int repullThreshold;
  private final Int2ObjectOpenHashMap<IntArrayList> layersOf = new Int2ObjectOpenHashMap<>();
  private final LongOpenHashSet known = new LongOpenHashSet();
  private final Long2IntOpenHashMap pulls = new Long2IntOpenHashMap();

  /**
   * @param repullThreshold number of pulls of a layer by a client above which the layer is expected
   *     again; the DupHunter paper uses 6
   */
  Prediction(int repullThreshold) {
    this.repullThreshold = repullThreshold;
  }

  /** Notes an image that its repository has before the first request. */
  void image(PulledImage image) {
    for (int layer : image.layers()) {
      stored(image.repository(), layer);
    }
  }

  /** Notes that a layer is in the repository. */
  void stored(int repository, int layer) {
    if (known.add(pair(repository, layer))) {
      layersOf.computeIfAbsent(repository, none -> new IntArrayList(1)).add(layer);
    }
  }

  /** Notes that a client requests a layer. */
  void pulled(int client, int repository, int layer) {
    stored(repository, layer);
    pulls.addTo(pair(client, layer), 1);
  }

  /** The layers that the client is expected to request, now that it has the manifest. */
  void expected(int client, int repository, IntConsumer layers) {
    IntList all = layersOf.getOrDefault(repository, null);
    for (int layer : all == null ? IntLists.EMPTY_LIST : all) {
      int before = pulls.get(pair(client, layer));
      if (before == 0 || before > repullThreshold) {
        layers.accept(layer);
      }
    }
  }

  private static long pair(int first, int second) {
    return (long) first << Integer.SIZE | second;
  }
}
