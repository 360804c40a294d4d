package dev.varve.jobs.engine;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

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
    /** Settings by which files are reached. */
    Configuration hadoop();

    /** A number that no other attempt of a task has, for the names of its files. */
    long attempt();

    /** Counts bytes as done, for the progress. */
    void done(long bytes);
  }
}
