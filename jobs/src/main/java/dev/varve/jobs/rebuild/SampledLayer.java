package dev.varve.jobs.rebuild;

import dev.varve.source.LayerCandidate;
import dev.varve.source.LayerPlaces;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A layer to try, and where its blob may lie.
 *
 * @param candidates may be none
 */
record SampledLayer(Known layer, List<LayerCandidate> candidates) implements Serializable {
  private static final int MOST_LAYERS_OF_A_TASK = 1000;

  /** Tasks of a core at least, as one may take longer than another of as many bytes. */
  private static final int TASKS_OF_A_CORE = 2;

  /** What table {@code layer} says of it: {@code schemas/rebuild/sampled.sql}. */
  record Known(String layerDigest, String diffId, long blobBytes, long archiveBytes)
      implements Serializable {}

  static SampledLayer of(Known layer, LayerPlaces places) {
    return new SampledLayer(layer, List.copyOf(places.of(layer.layerDigest(), layer.diffId())));
  }

  /**
   * Layers of one task each, the largest first.
   *
   * @param mostBytes of archives in a task; fewer where that keeps all cores busy. A larger layer
   *     is alone
   */
  static List<List<SampledLayer>> tasks(List<SampledLayer> layers, long mostBytes, int cores) {
    long all = layers.stream().mapToLong(one -> one.layer().archiveBytes()).sum();
    long taskBytes = Math.min(mostBytes, all / ((long) TASKS_OF_A_CORE * cores) + 1);
    List<SampledLayer> ordered = new ArrayList<>(layers);
    ordered.sort(
        Comparator.comparingLong((SampledLayer one) -> -one.layer().archiveBytes())
            .thenComparing(one -> one.layer().layerDigest()));
    List<List<SampledLayer>> tasks = new ArrayList<>();
    long room = 0;
    for (SampledLayer one : ordered) {
      long bytes = one.layer().archiveBytes();
      boolean full =
          tasks.isEmpty()
              || bytes > room
              || tasks.get(tasks.size() - 1).size() >= MOST_LAYERS_OF_A_TASK;
      if (full) {
        tasks.add(new ArrayList<>());
        room = taskBytes;
      }
      tasks.get(tasks.size() - 1).add(one);
      room -= bytes;
    }
    return tasks;
  }
}
