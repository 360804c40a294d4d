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
 * Layer to try, with the places where its blob may be stored.
 *
 * @param candidates possible places of the blob; may be empty
 */
record SampledLayer(Known layer, List<LayerCandidate> candidates) implements Serializable {
  private static final int MAX_LAYERS_OF_A_TASK = 1000;

  /** Least number of tasks for each core, because tasks of equal bytes may differ in duration. */
  private static final int TASKS_OF_A_CORE = 2;

  /** Layer with columns of table {@code layer}: a row of {@code schemas/rebuild/sampled.sql}. */
  record Known(String layerDigest, String diffId, long blobBytes, long archiveBytes)
      implements Serializable {}

  static SampledLayer of(Known layer, LayerPlaces places) {
    return new SampledLayer(layer, List.copyOf(places.find(layer.layerDigest(), layer.diffId())));
  }

  /** Locations of the files that may contain the blob. */
  Stream<String> locations() {
    return candidates.stream()
        .flatMap(candidate -> candidate.places().stream())
        .map(BlobPlace::file);
  }

  /**
   * Splits layers into tasks, the largest layers first.
   *
   * @param maxBytes bytes of archives in a task, or fewer if that is needed to keep all cores busy.
   *     A larger layer has a task of its own
   */
  static List<List<SampledLayer>> tasks(List<SampledLayer> layers, long maxBytes, int cores) {
    long archiveBytes = layers.stream().mapToLong(layer -> layer.layer().archiveBytes()).sum();
    long taskBytes = Math.min(maxBytes, archiveBytes / ((long) TASKS_OF_A_CORE * cores) + 1);
    List<SampledLayer> ordered = new ArrayList<>(layers);
    ordered.sort(
        Comparator.comparingLong((SampledLayer layer) -> -layer.layer().archiveBytes())
            .thenComparing(layer -> layer.layer().layerDigest()));
    List<List<SampledLayer>> tasks = new ArrayList<>();
    long free = 0;
    for (SampledLayer layer : ordered) {
      long bytes = layer.layer().archiveBytes();
      boolean full =
          tasks.isEmpty()
              || bytes > free
              || tasks.get(tasks.size() - 1).size() >= MAX_LAYERS_OF_A_TASK;
      if (full) {
        tasks.add(new ArrayList<>());
        free = taskBytes;
      }
      tasks.get(tasks.size() - 1).add(layer);
      free -= bytes;
    }
    return tasks;
  }
}
