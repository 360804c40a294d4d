package dev.varve.content.twin;

/**
 * Two layers that may be nearly the same.
 *
 * @param later number of the layer with more contents; of two with equally many, the higher number
 * @param earlier number of the other layer
 * @param estimate Jaccard similarity of their contents, estimated from the sketches
 */
public record CandidatePair(int later, int earlier, double estimate) {}
