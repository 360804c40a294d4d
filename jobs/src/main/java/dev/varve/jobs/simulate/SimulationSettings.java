package dev.varve.jobs.simulate;

import dev.varve.jobs.conf.Range;
import java.io.Serializable;

/**
 * Settings that several simulations share: section simulation.
 *
 * @param seed seed of all random draws
 * @param confidence confidence level of all intervals
 * @param machinesPerRack machines in a rack; machines are numbered rack by rack
 * @param virtualNodes number of points of each machine on the ring of consistent hashing
 * @param scatterWidth for copyset placement: number of machines that share data with a machine
 */
public record SimulationSettings(
    @Range(low = Long.MIN_VALUE) long seed,
    @Range(low = 0.5, high = 0.999999999) double confidence,
    @Range(low = 1, high = 1_000_000) int machinesPerRack,
    @Range(low = 1, high = 100_000) int virtualNodes,
    @Range(low = 1, high = 1_000_000) int scatterWidth)
    implements Serializable {}
