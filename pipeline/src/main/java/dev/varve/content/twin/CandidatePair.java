package dev.varve.content.twin;

/**
 * Two layers that may be nearly the same.
 *
 * @param later number of the one with more contents; of as many, the higher number
 * @param earlier number of the other
 * @param estimate of their similarity, from their sketches
 */
public record CandidatePair(int later, int earlier, double estimate) {}
