/**
 * Requests to a registry: the published trace format, read as it is; its requests matched to layers
 * of ours; and synthetic sequences from a seed with the published popularity. Both end in one
 * stream of {@link dev.varve.simulation.request.PullRequest}. May use {@code dev.varve.model},
 * {@code dev.varve.input.codec}, Jackson's streaming parser and fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.request;
