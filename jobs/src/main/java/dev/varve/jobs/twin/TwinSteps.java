package dev.varve.jobs.twin;

import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.Map;

/**
 * The steps of the comparison by an engine. Each is worked out once, and seen by the next ones as
 * {@code twin_NAME}.
 */
interface TwinSteps {
  /** {@code twin_sums}: the sums and the signature of each layer that has entries. */
  void sums() throws IOException;

  /** A query of {@code schemas/twin}. */
  void select(String name, Map<String, Object> parameters) throws IOException;

  /**
   * {@code twin_pair}: pairs of layers that may be near.
   *
   * @return how many full buckets left out
   */
  long pairs() throws IOException;

  /** The rows of a table, to be staged. */
  Publication.Rows rows(String table, String... order);
}
