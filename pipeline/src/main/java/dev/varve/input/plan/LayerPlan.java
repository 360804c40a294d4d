package dev.varve.input.plan;

import dev.varve.input.source.LayerCandidate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns layers to tasks in the order of their digests, so that the output of successive tasks is
 * sorted. Small layers share a task, up to a number of bytes and of layers; a large layer has its
 * own. Only the layers of one task are in memory.
 */
public final class LayerPlan {
  /** Receives the tasks, in the order of their layers' digests. */
  public interface Tasks {
    /** Takes the layers of the next task. */
    void add(List<LayerCandidate> layers) throws IOException;
  }

  private final long taskBytes;
  private final int taskBlobs;
  private final Tasks tasks;
  private List<LayerCandidate> task = new ArrayList<>();
  private long bytesOfTask;

  /**
   * A plan of no layers yet.
   *
   * @param taskBytes most stored bytes of one task; a layer with as many has a task of its own
   * @param taskBlobs most layers of one task
   */
  public LayerPlan(long taskBytes, int taskBlobs, Tasks tasks) {
    this.taskBytes = taskBytes;
    this.taskBlobs = taskBlobs;
    this.tasks = tasks;
  }

  /** Assigns the next layer: layers come in the order of their digests. */
  public void add(LayerCandidate layer) throws IOException {
    if (bytesOfTask + layer.bytes() > taskBytes || task.size() >= taskBlobs) {
      endTask();
    }
    task.add(layer);
    bytesOfTask += layer.bytes();
  }

  /** Passes on the last, incomplete task; called once after the last layer. */
  public void end() throws IOException {
    endTask();
  }

  private void endTask() throws IOException {
    if (!task.isEmpty()) {
      tasks.add(task);
      task = new ArrayList<>();
      bytesOfTask = 0;
    }
  }
}
