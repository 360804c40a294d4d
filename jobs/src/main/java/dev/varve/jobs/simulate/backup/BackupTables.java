package dev.varve.jobs.simulate.backup;

import dev.varve.simulation.backup.BackupTally;
import dev.varve.simulation.backup.SegmentTime;
import dev.varve.simulation.backup.Volume;
import org.jspecify.annotations.Nullable;

/** Rows that the folds of a backup simulation emit, and rows of its result tables. */
final class BackupTables {
  private BackupTables() {}

  /**
   * The tally of some VMs under one set of rules.
   *
   * @param rules index of the rules
   */
  record TallyRow(int rules, BackupTally tally) {}

  /** Chunks and bytes that a bin of SRB stores. */
  record BinVolume(int bin, Volume written) {}

  /**
   * Identifies a block.
   *
   * @param kind private or popular
   * @param bin bin of SRB; 0 for other schemes
   * @param store VM that owns a private block; empty for other blocks
   * @param block number in its store or bin
   */
  record BlockId(String scheme, String kind, int bin, String store, long block) {
    static BlockId ofVm(String vm, long block) {
      return new BlockId("vc", "private", 0, vm, block);
    }

    static BlockId popular(long block) {
      return new BlockId("vc", "popular", 0, "", block);
    }

    static BlockId ofBin(int bin, long block) {
      return new BlockId("srb", "private", bin, "", block);
    }
  }

  /**
   * A block and the bytes in it.
   *
   * @param place which block
   * @param bytes what it contains
   */
  record BlockRow(BlockId place, long bytes) {}

  /** A pair of a block and a VM of which a snapshot touches it. */
  record EdgeRow(BlockId place, String vm) {}

  /**
   * A row of {@code popularity_result}.
   *
   * @param rules their name
   * @param sigma share of the unique chunks
   * @param popular the popular chunks, each once
   * @param covered references to popular chunks
   * @param left all references that levels 1 and 2 do not deduplicate
   * @param unique all distinct chunks, each once
   * @param gain what it brings
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

  /**
   * The effect of popular data of this size.
   *
   * @param rawBytes all references, without zero data
   * @param storedBytes references left, less those covered, plus popular data once
   * @param zipfAlpha 1 - ln(coverage) / ln(sigma); null when no chunk is popular, or all are
   * @param indexBytesPerMachine of levels 2 and 3 together
   */
  record PopularityGain(
      long rawBytes, long storedBytes, @Nullable Double zipfAlpha, long indexBytesPerMachine) {}

  /**
   * A row of {@code backup_time}.
   *
   * @param scheme vc or srb
   * @param tasks running in parallel on a machine
   */
  record TimeRow(
      String scheme, int machines, int tasks, TimeOfSegment time, TimeOfMachine machine) {}

  /** Time of one dirty segment. */
  record TimeOfSegment(SegmentTime parts, double totalMillis) {}

  /**
   * Time of everything that one machine has to back up.
   *
   * @param dirtySegmentsPerMachine with data, of all snapshots of the warehouse, evenly spread
   * @param dirtyBytesPerMachine their bytes that are not zero
   * @param readBytesPerSecond the throttle: what all tasks of a machine read together
   * @param workSeconds without a throttle
   * @param throttledSeconds the longer of work and throttled reading
   */
  record TimeOfMachine(
      double dirtySegmentsPerMachine,
      double dirtyBytesPerMachine,
      long readBytesPerSecond,
      double workSeconds,
      double throttledSeconds) {}
}
