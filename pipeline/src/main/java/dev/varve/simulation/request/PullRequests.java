package dev.varve.simulation.request;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream of requests, one at a time, read once. */
public interface PullRequests extends Closeable {
  /**
   * The next request, or null at the end.
   *
   * @throws dev.varve.model.MalformedBlobException when a trace is damaged
   */
  @Nullable PullRequest next() throws IOException;

  @Override
  default void close() throws IOException {}
}
