package dev.varve.jobs.answer.rebuild;

import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.LayerPlaces;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A layer to try, and where its blob may be located.
 *
 * @param candidates may be none
 */
record SampledLayer(Known layer, List<LayerCandidate> candidates) implements Serializable {
  private static final int MOST_LAYERS_OF_A_TASK = 1000;

  /** Tasks of a core at least, as one may take longer than another of as many bytes. */
  private static final int TASKS_OF_A_CORE = 2;

  /** A layer as of table {@code layer}: a row of {@code schemas/rebuild/sampled.sql}. */
  record Known(String layerDigest, String diffId, long blobBytes, long archiveBytes)
      implements Serializable {}

  static SampledLayer of(Known layer, LayerPlaces places) {
    return new SampledLayer(layer, List.copyOf(places.of(layer.layerDigest(), layer.diffId())));
  }

  /** The files of all places of its blob. */
  Stream<String> locations() {
    return candidates.stream()
        .flatMap(candidate -> candidate.places().stream())
        .map(BlobPlace::file);
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
    long left = 0;
    for (SampledLayer one : ordered) {
      long bytes = one.layer().archiveBytes();
      boolean full =
          tasks.isEmpty()
              || bytes > left
              || tasks.get(tasks.size() - 1).size() >= MOST_LAYERS_OF_A_TASK;
      if (full) {
        tasks.add(new ArrayList<>());
        left = taskBytes;
      }
      tasks.get(tasks.size() - 1).add(one);
      left -= bytes;
    }
    return tasks;
  }
}
