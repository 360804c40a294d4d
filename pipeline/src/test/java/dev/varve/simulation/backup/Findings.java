package dev.varve.simulation.backup;

import dev.varve.content.matching.PopularData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that a fold gives away, kept to be looked at. */
final class Findings implements BackupOutput {
  final StringBuilder leftovers = new StringBuilder();
  final List<SnapshotBackup> snapshots = new ArrayList<>();
  final Map<String, long[]> stores = new TreeMap<>();
  final Map<Long, Long> copies = new TreeMap<>();
  private BackupTally tally = BackupTally.NONE;

  static Findings of(List<SegmentReferences> segments) {
    return of(segments, BackupRules.published(), PopularStore.empty());
  }

  static Findings of(List<SegmentReferences> segments, BackupRules rules) {
    return of(segments, rules, PopularStore.empty());
  }

  static Findings of(List<SegmentReferences> segments, BackupRules rules, PopularStore popular) {
    Findings findings = new Findings();
    findings.tally = FleetBackup.run(segments.iterator(), rules, popular, findings);
    return findings;
  }

  /** Letters as popular data, the most popular first. */
  static PopularStore popular(String letters, long blockBytes) {
    int[] bytes = new int[letters.length()];
    Arrays.fill(bytes, Letters.BYTES);
    return new PopularStore(
        new PopularData(letters.chars().asLongStream().toArray(), bytes), blockBytes);
  }

  BackupTally tally() {
    return tally;
  }

  @Override
  public void leftover(long key, int bytes) {
    leftovers.append((char) key);
    copies.merge(key, 1L, Long::sum);
  }

  @Override
  public void snapshot(SnapshotBackup snapshot) {
    snapshots.add(snapshot);
  }

  @Override
  public void store(String vm, long[] blockBytes) {
    stores.put(vm, blockBytes);
  }
}
