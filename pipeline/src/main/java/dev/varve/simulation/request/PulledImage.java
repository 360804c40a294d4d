package dev.varve.simulation.request;

import java.io.Serializable;

/**
 * An image that clients may pull.
 *
 * @param repository its number
 * @param layers their numbers, the base first
 */
public record PulledImage(int repository, int[] layers) implements Serializable {}
