package dev.varve.simulation.backup;

/**
 * The tally of one snapshot's backup, and the blocks that contain its data. They are edges of the
 * graph from which the numbers of blocks a VM (N_1, N_2) and of VMs a block (V_c) are counted.
 *
 * @param vm name of the VM
 * @param snapshot its number
 * @param tally the references that each stage left
 * @param privateBlocks blocks of the VM's own store, ascending
 * @param popularBlocks blocks of the fleet's popular data, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // a row to be written, not compared
public record SnapshotBackup(
    String vm, int snapshot, BackupTally tally, int[] privateBlocks, int[] popularBlocks) {}
