package dev.varve.simulation.pull;

import dev.varve.simulation.request.PullRequest;

/**
 * Result of a request.
 *
 * @param number of the request, in the order of the stream, from 0
 * @param sentNanos when it was sent, in simulated time
 * @param builders servers that had a part in restoring its layer, for whichever request; 0 when it
 *     was not restored for this request
 */
public record PullResult(
    long number,
    PullRequest request,
    long sentNanos,
    Outcome outcome,
    int builders,
    Latency latency) {}
