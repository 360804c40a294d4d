package dev.varve.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Assigns layers to tasks in the order of their digests, so that what tasks write one after another
 * is sorted. Small ones are packed by bytes and count, a large one alone. A publication comes after
 * every {@code publishBytes}. Its size grows with the number of layers to read, not with their
 * files.
 *
 * @param taskBytes stored bytes of one task; a layer with as many has a task of its own
 * @param taskBlobs most layers of one task
 * @param publishBytes stored bytes after which what was read is published
 */
public record LayerPlan(long taskBytes, int taskBlobs, long publishBytes) {
  /**
   * Layers that are published together.
   *
   * @param tasks in the order of their layers' digests
   * @param bytes stored bytes of all
   */
  public record Wave(List<List<LayerCandidate>> tasks, long bytes) {
    /** The number of layers. */
    public int layers() {
      return tasks.stream().mapToInt(List::size).sum();
    }
  }

  /** Assigns the layers to waves and tasks. */
  public List<Wave> waves(List<LayerCandidate> layers) {
    List<LayerCandidate> candidates = new ArrayList<>(layers);
    candidates.sort(Comparator.comparing(one -> one.blob().layerDigest()));
    List<Wave> waves = new ArrayList<>();
    List<List<LayerCandidate>> tasks = new ArrayList<>();
    List<LayerCandidate> task = new ArrayList<>();
    long bytesOfTask = 0;
    long bytesOfWave = 0;
    for (LayerCandidate candidate : candidates) {
      boolean full = bytesOfTask + candidate.bytes() > taskBytes || task.size() >= taskBlobs;
      if (full && !task.isEmpty()) {
        tasks.add(task);
        task = new ArrayList<>();
        bytesOfTask = 0;
        if (bytesOfWave >= publishBytes) {
          waves.add(new Wave(tasks, bytesOfWave));
          tasks = new ArrayList<>();
          bytesOfWave = 0;
        }
      }
      task.add(candidate);
      bytesOfTask += candidate.bytes();
      bytesOfWave += candidate.bytes();
    }
    if (!task.isEmpty()) {
      tasks.add(task);
      waves.add(new Wave(tasks, bytesOfWave));
    }
    return waves;
  }
}
