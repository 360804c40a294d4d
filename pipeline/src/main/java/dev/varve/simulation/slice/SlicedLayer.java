package dev.varve.simulation.slice;

import java.util.Comparator;
import java.util.List;

/**
 * The places of a layer's files: its layer recipe.
 *
 * @param layer its number
 * @param home the server that its digest leads to
 * @param master the server that merges the slices and answers the client: that of the largest
 *     slice, of two as large the lower number. Of a layer without files its home
 * @param slices by server; none when the layer has no file with content
 */
public record SlicedLayer(int layer, int home, int master, List<Slice> slices) {
  static SlicedLayer of(int layer, int home, List<Slice> slices) {
    int master =
        slices.stream()
            .max(
                Comparator.comparingLong(Slice::bytes)
                    .thenComparing(Slice::server, Comparator.reverseOrder()))
            .map(Slice::server)
            .orElse(home);
    return new SlicedLayer(layer, home, master, slices);
  }
}
