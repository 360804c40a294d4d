package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.simulation.backup.IndexMemory;
import dev.varve.simulation.backup.SegmentTime;
import java.util.List;

/**
 * Settings of {@link BackupSimulation}: section backup of the configuration. Under the VM-centric
 * scheme (vc) each VM deduplicates its own data, and shares only the popular data: the chunks of
 * most references. Under SRB (stateless routing with binning) machines deduplicate bins of
 * segments.
 *
 * @param popular selection of the popular data; storage blocks are reported for its first rules
 *     only
 * @param machines number of machines, which is also the number of bins
 * @param sweep sizes of the popular data to try, as shares of the unique chunks, ascending
 * @param replicas number of replicas of a block; only report replication-cost reads it, from the
 *     settings that the run recorded
 * @param tasks number of VMs that a machine backs up in parallel
 * @param index sizes of index entries in memory
 * @param time processing times, for table backup_time
 */
record BackupSettings(
    @Section("backup") PopularSettings popular,
    int machines,
    @Range(low = 0, high = 1) List<Double> sweep,
    int replicas,
    int tasks,
    Index index,
    Time time) {
  BackupSettings {
    sweep = sweep.stream().sorted().toList();
  }

  /** Bytes of an index entry for one chunk, one segment, and one chunk of a recipe. */
  record Index(int chunkEntryBytes, int segmentEntryBytes, int recipeEntryBytes) {}

  /**
   * Processing times of one dirty segment.
   *
   * @param vc time under the VM-centric scheme
   * @param srb time under SRB
   * @param readBytesPerSecond limit of a machine's reads, so that backups do not disturb its VMs
   */
  record Time(SegmentTime vc, SegmentTime srb, long readBytesPerSecond) {}

  IndexMemory memory() {
    return new IndexMemory(
        index.chunkEntryBytes, index.segmentEntryBytes, index.recipeEntryBytes, tasks);
  }
}
