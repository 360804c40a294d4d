package dev.varve.simulation.request;

/**
 * One request to a registry.
 *
 * @param atMicros when it came, since the earliest request
 * @param thinkMicros time since the client's request before, capped; 0 for its first
 * @param client numbered from 0
 * @param repository numbered from 0
 * @param layer number of the layer; {@link #NO_LAYER} for a manifest
 */
public record PullRequest(
    long atMicros, long thinkMicros, int client, int repository, Verb verb, Kind kind, int layer) {
  /** The layer of a request for a manifest. */
  public static final int NO_LAYER = -1;

  /** Direction in which the bytes go. */
  public enum Verb {
    GET,
    PUT
  }

  /** The kind of the requested bytes. */
  public enum Kind {
    MANIFEST,
    LAYER
  }
}
