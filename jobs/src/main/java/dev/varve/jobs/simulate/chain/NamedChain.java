package dev.varve.jobs.simulate.chain;

import dev.varve.simulation.chain.Chain;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A chain to be simulated.
 *
 * @param kind kind of the chain, as named in the settings
 * @param vm VM whose disk the chain is, or was grown from
 * @param snapshot newest of the chain; null of synthetic disks
 * @param dailyChange share of the used data that changes between two snapshots, for a grown chain;
 *     else null
 */
record NamedChain(
    String kind,
    @Nullable String vm,
    @Nullable String snapshot,
    @Nullable Double dailyChange,
    Chain chain)
    implements Serializable {}
