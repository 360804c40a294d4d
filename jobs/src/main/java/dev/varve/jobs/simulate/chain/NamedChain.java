package dev.varve.jobs.simulate.chain;

import dev.varve.simulation.chain.Chain;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A chain to be simulated.
 *
 * @param kind as in the settings
 * @param vm whose disk it is, or grew from
 * @param dailyChange of a chain that was grown
 */
record NamedChain(
    String kind,
    @Nullable String vm,
    @Nullable String snapshot,
    @Nullable Double dailyChange,
    Chain chain)
    implements Serializable {}
