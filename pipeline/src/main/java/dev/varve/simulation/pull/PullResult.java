package dev.varve.simulation.pull;

import dev.varve.simulation.request.PullRequest;

/**
 * Result of one request of a replay.
 *
 * @param number of the request, in the order of the stream, from 0
 * @param sentNanos when it was sent, in simulated time
 * @param builders number of servers that restored its layer, even if an earlier request began the
 *     restore; 0 when the request waited for no restore
 */
public record PullResult(
    long number,
    PullRequest request,
    long sentNanos,
    Outcome outcome,
    int builders,
    Latency latency) {}
