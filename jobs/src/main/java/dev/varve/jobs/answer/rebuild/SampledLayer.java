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
  private static final int MOST_LAYERS_OF_A_TASK = 1000;

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
   * @param mostBytes bytes of archives in a task, or fewer if that is needed to keep all cores
   *     busy. A larger layer has a task of its own
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
