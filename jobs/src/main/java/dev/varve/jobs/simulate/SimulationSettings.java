package dev.varve.jobs.simulate;

import dev.varve.jobs.conf.Range;
import java.io.Serializable;

/**
 * Settings that several simulations share: section simulation.
 *
 * @param seed of everything that is drawn
 * @param confidence of all intervals
 * @param machinesPerRack numbered consecutively
 * @param virtualNodes points of each machine on the ring of consistent hashing
 * @param scatterWidth copysets: machines that share data with a machine
 */
public record SimulationSettings(
    @Range(low = Long.MIN_VALUE) long seed,
    @Range(low = 0.5, high = 0.999999999) double confidence,
    @Range(low = 1, high = 1_000_000) int machinesPerRack,
    @Range(low = 1, high = 100_000) int virtualNodes,
    @Range(low = 1, high = 1_000_000) int scatterWidth)
    implements Serializable {}
