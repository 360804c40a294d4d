/**
 * The placement of a block's replicas or shards, and the machines that fail: policies, each a small
 * interface with the published ones behind it, chosen by name in one switch. May use {@code
 * dev.varve.model}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.placement;
