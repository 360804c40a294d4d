/**
 * Simulation of backup schemes: the VM-centric fold over one VM's snapshots, the stateless routing
 * of SRB, and the packing of stored chunks into blocks. Also the costs in memory, storage and time.
 * May use {@code dev.varve.model}, {@code dev.varve.content.matching} and fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.backup;
