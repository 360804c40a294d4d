package dev.varve.jobs.engine;

import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.io.Serializable;

/**
 * Work on one item of a list, wherever the engine runs it.
 *
 * @param <T> the item
 * @param <R> what comes of it
 */
public interface Task<T, R> extends Serializable {
  /** Works on an item. */
  R run(T item, Context context) throws IOException;

  /** Resources that a task may use. */
  interface Context {
    /** Files that it reaches. */
    Store store();

    /** A number that no other attempt of a task has, for the names of its files. */
    long attempt();

    /** Counts bytes as done, for the progress. */
    void done(long bytes);
  }
}
