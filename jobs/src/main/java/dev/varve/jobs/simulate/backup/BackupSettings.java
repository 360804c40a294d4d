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
 * @param popular how the popular data is selected; storage blocks are reported for the first rules
 *     only
 * @param machines p, the number of machines
 * @param sweep shares for the popularity sweep, ascending
 * @param replicas of report replication-cost, which takes it from the run
 * @param tasks VMs that a machine backs up in parallel
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
   * Times of one dirty segment.
   *
   * @param readBytesPerSecond the throttle of a machine
   */
  record Time(SegmentTime vc, SegmentTime srb, long readBytesPerSecond) {}

  IndexMemory memory() {
    return new IndexMemory(
        index.chunkEntryBytes, index.segmentEntryBytes, index.recipeEntryBytes, tasks);
  }
}
