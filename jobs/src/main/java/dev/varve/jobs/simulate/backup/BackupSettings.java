package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.simulation.backup.IndexMemory;
import dev.varve.simulation.backup.SegmentTime;
import java.util.List;

/**
 * Settings of {@code simulate backup}.
 *
 * @param popular selection of the popular data; storage blocks are reported for its first rules
 *     only
 * @param machines p, the number of machines
 * @param sweep popular shares of the unique chunks to try, ascending
 * @param replicas number of replicas for report replication-cost, which reads it from the run's
 *     settings
 * @param tasks number of VMs that a machine backs up in parallel
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

  /** Sizes of index entries. */
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
