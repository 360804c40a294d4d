package dev.varve.jobs.simulate.pull;

import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code pull_request}.
 *
 * @param layerRange of which layers the requests are: any, or their stored bytes such as 1MB-9MB
 * @param request number in the order of the stream, from 0
 * @param atMicros since the earliest request
 * @param thinkMicros since the client's request before, at most the cap; 0 for its first
 * @param client number, from 0
 * @param repository number, from 0
 * @param verb get or put
 * @param layer number of the layer's arrival, from 0; null for a manifest
 */
record RequestRow(
    String layerRange,
    long request,
    long atMicros,
    long thinkMicros,
    int client,
    int repository,
    String verb,
    @Nullable Integer layer) {
  private static final String GET = "get";
  private static final String PUT = "put";

  /**
   * The row of a request.
   *
   * @param number of the request in its stream
   * @param layers number of the layer that each number of the stream stands for
   */
  static RequestRow of(String range, long number, PullRequest request, int[] layers) {
    return new RequestRow(
        range,
        number,
        request.atMicros(),
        request.thinkMicros(),
        request.client(),
        request.repository(),
        request.verb() == Verb.GET ? GET : PUT,
        request.kind() == Kind.MANIFEST ? null : layers[request.layer()]);
  }

  /** The request, with the layer's number in the warehouse. */
  PullRequest pull() {
    return new PullRequest(
        atMicros,
        thinkMicros,
        client,
        repository,
        verb.equals(GET) ? Verb.GET : Verb.PUT,
        layer == null ? Kind.MANIFEST : Kind.LAYER,
        layer == null ? PullRequest.NO_LAYER : layer);
  }
}
