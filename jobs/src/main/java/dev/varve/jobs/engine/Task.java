package dev.varve.jobs.engine;

import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.io.Serializable;

/**
 * Work on one item of a list, which the engine may run in this process or on another machine.
 *
 * @param <T> the item
 * @param <R> the result
 */
public interface Task<T, R> extends Serializable {
  /** Processes an item. */
  R run(T item, Context context) throws IOException;

  /** Resources that a task may use. */
  interface Context {
    /** The store through which the task reads and writes files. */
    Store store();

    /**
     * A number unique to this attempt, also among retries of the same task; it makes file names
     * unique.
     */
    long attempt();

    /** Adds to the number of processed bytes, which the run shows as progress. */
    void done(long bytes);

    /**
     * Whether the task should end early, with a result of what it has done so far, because the run
     * ends.
     */
    boolean isStopped();
  }
}
