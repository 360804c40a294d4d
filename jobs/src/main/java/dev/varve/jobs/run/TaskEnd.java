package dev.varve.jobs.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/** What happens when a task ends, however it ends. */
public final class TaskEnd {
  private TaskEnd() {}

  /** Closes {@code rows} then, and returns them. */
  public static <T extends Closeable> T closes(T rows) {
    TaskContext.get()
        .addTaskCompletionListener(
            (TaskCompletionListener)
                done -> {
                  try {
                    rows.close();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    return rows;
  }
}
