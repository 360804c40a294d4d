package dev.varve.jobs.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/** Closes resources when a task ends, whether it succeeds or fails. */
public final class TaskEnd {
  private TaskEnd() {}

  /** Closes {@code rows} at the end of the current task; returns {@code rows}. */
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
