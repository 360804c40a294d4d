package dev.varve.jobs.backup;

import dev.varve.backup.BackupTally;
import dev.varve.backup.SegmentTime;
import dev.varve.backup.Volume;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import org.jspecify.annotations.Nullable;

/** What the folds of a backup simulation give away, and what it comes to. */
final class BackupTables {
  /** What pass 2 and SRB give away. */
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of("tally", TallyRow.class),
          RowBinder.of("srb", BinVolume.class),
          RowBinder.of("edge", EdgeRow.class),
          RowBinder.of("block", BlockRow.class));

  private BackupTables() {}

  /** The sum of some VMs under the rules of this number. */
  record TallyRow(int rules, BackupTally tally) {}

  /** What a bin of SRB stores. */
  record BinVolume(int bin, Volume written) {}

  /**
   * Where a block lies.
   *
   * @param kind private or popular
   * @param bin of SRB; 0 for others
   * @param store the VM whose own it is; empty for others
   * @param block number in its store or bin
   */
  record BlockPlace(String scheme, String kind, int bin, String store, long block) {
    static BlockPlace own(String vm, long block) {
      return new BlockPlace("vc", "private", 0, vm, block);
    }

    static BlockPlace popular(long block) {
      return new BlockPlace("vc", "popular", 0, "", block);
    }

    static BlockPlace ofBin(int bin, long block) {
      return new BlockPlace("srb", "private", bin, "", block);
    }
  }

  /** A block and what it holds. */
  record BlockRow(BlockPlace place, long bytes) {}

  /** A snapshot of this VM touches a block. */
  record EdgeRow(BlockPlace place, String vm) {}

  /**
   * A row of {@code popularity_result}.
   *
   * @param popular the popular chunks, each once
   * @param covered references to them
   * @param left all references that levels 1 and 2 leave
   */
  record PopularityRow(
      String rules,
      double sigma,
      int machines,
      Volume popular,
      Volume covered,
      Volume left,
      Volume unique,
      PopularityGain gain) {}

  /** What so much popular data does. */
  record PopularityGain(
      long rawBytes, long storedBytes, @Nullable Double zipfAlpha, long indexBytesPerMachine) {}

  /** A row of {@code backup_time}. */
  record TimeRow(
      String scheme, int machines, int tasks, TimeOfSegment time, TimeOfMachine machine) {}

  /** Of one dirty segment. */
  record TimeOfSegment(SegmentTime parts, double totalMillis) {}

  /** Of what a machine has to back up. */
  record TimeOfMachine(
      double dirtySegmentsPerMachine,
      double dirtyBytesPerMachine,
      long readBytesPerSecond,
      double workSeconds,
      double throttledSeconds) {}
}
