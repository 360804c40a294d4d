package dev.varve.simulation.backup;

/**
 * One snapshot's part in a bin of SRB: edges of the graph from which the numbers of blocks a VM
 * (N_o) and of VMs a block (V_o) are counted.
 *
 * @param bin the bin; blocks are numbered within it
 * @param vm name of the VM
 * @param snapshot its number
 * @param raw references routed to this bin
 * @param written those of them that were new to the bin
 * @param blocks blocks that contain the chunks referred to, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // a row to be written, not compared
public record SrbSnapshot(
    int bin, String vm, int snapshot, Volume raw, Volume written, int[] blocks) {}
