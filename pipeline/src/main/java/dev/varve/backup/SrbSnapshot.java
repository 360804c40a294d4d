package dev.varve.backup;

/**
 * What a bin of SRB holds of one snapshot: edges of the graph from which the numbers of blocks a VM
 * (N_o) and of VMs a block (V_o) are counted.
 *
 * @param bin the bin, which the blocks are numbered within
 * @param vm name of the VM
 * @param snapshot its number
 * @param raw references routed to this bin
 * @param written those of them that the bin did not hold yet
 * @param blocks blocks that hold the chunks referred to, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // a row to be written, not compared
public record SrbSnapshot(
    int bin, String vm, int snapshot, Volume raw, Volume written, int[] blocks) {}
