package dev.varve.simulation.slice;

/**
 * The part of a layer that one server stores, and builds when the layer is pulled.
 *
 * @param server from 0
 * @param files paths whose contents it stores
 * @param bytes of these files, every path counted: what it archives
 * @param newFiles contents that it took in for this layer
 * @param newBytes of these, each once
 */
public record Slice(int server, long files, long bytes, long newFiles, long newBytes) {}
