package dev.varve.jobs.registry;

import dev.varve.model.LayerBlob;
import dev.varve.source.BlobPlace;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * Which task reads which layers: the largest first and alone, small ones packed by bytes and count,
 * and a publication after every so many bytes. Grows with the number of layers to read, never with
 * their files.
 */
final class LayerPlan {
  /**
   * A layer and the places where it can be read, the first that proves good being taken.
   *
   * @param places sorted, at least one
   */
  record Candidate(LayerBlob blob, List<BlobPlace> places) implements Serializable {}

  /**
   * Layers that are published together.
   *
   * @param tasks in the order in which they start
   * @param bytes stored bytes of all
   */
  record Wave(List<List<Candidate>> tasks, long bytes) {}

  private LayerPlan() {}

  /** Plans the rows of {@code schemas/ingest/layer_plan.sql}. */
  static List<Wave> waves(List<Row> rows, RegistrySettings settings) {
    List<Candidate> candidates = new ArrayList<>();
    rows.forEach(row -> candidates.add(candidate(row)));
    candidates.sort(
        Comparator.comparingLong((Candidate one) -> -size(one))
            .thenComparing(one -> one.blob().layerDigest()));
    List<Wave> waves = new ArrayList<>();
    List<List<Candidate>> tasks = new ArrayList<>();
    List<Candidate> task = new ArrayList<>();
    long taskBytes = 0;
    long waveBytes = 0;
    for (Candidate candidate : candidates) {
      boolean full =
          taskBytes + size(candidate) > settings.taskBytes() || task.size() >= settings.taskBlobs();
      if (full && !task.isEmpty()) {
        tasks.add(task);
        task = new ArrayList<>();
        taskBytes = 0;
        if (waveBytes >= settings.publishBytes()) {
          waves.add(new Wave(tasks, waveBytes));
          tasks = new ArrayList<>();
          waveBytes = 0;
        }
      }
      task.add(candidate);
      taskBytes += size(candidate);
      waveBytes += size(candidate);
    }
    if (!task.isEmpty()) {
      tasks.add(task);
      waves.add(new Wave(tasks, waveBytes));
    }
    return waves;
  }

  private static long size(Candidate candidate) {
    long declared = candidate.blob().bytes();
    return Math.max(0, Math.max(declared, candidate.places().get(0).bytes()));
  }

  private static Candidate candidate(Row row) {
    List<BlobPlace> places = new ArrayList<>();
    for (Row place : row.<Row>getList(2)) {
      places.add(new BlobPlace(place.getString(0), place.getLong(1), place.getLong(2)));
    }
    LayerBlob blob =
        new LayerBlob(
            row.getString(0),
            LayerBlob.DigestOf.valueOf(row.getString(1)),
            row.getLong(3),
            List.copyOf(row.<String>getList(4)),
            row.getString(5));
    return new Candidate(blob, places);
  }
}
