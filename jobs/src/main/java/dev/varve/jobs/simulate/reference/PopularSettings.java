package dev.varve.jobs.simulate.reference;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.LocalSearch;
import dev.varve.simulation.backup.VersionDetection;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the selection of popular data: section backup.
 *
 * @param sigma share of the unique chunks that is popular data
 * @param rules rules of the VM-centric schemes, which determine what levels 1 and 2 deduplicate
 * @param candidates most segments of equal min-hash that are searched
 * @param blockBytes size of a storage block
 * @param leftoverChunks distinct chunks that a task counts before it emits the counts
 */
public record PopularSettings(
    @Range(low = 0, high = 1) double sigma,
    @OneOf(in = PopularSettings.class) List<String> rules,
    int candidates,
    long blockBytes,
    @Range(low = 1, high = 1 << 28) int leftoverChunks)
    implements Serializable {
  /** The names of all rules. */
  static final List<String> NAMES = all(1, 1).stream().map(BackupRules::label).toList();

  /** The rules of the schemes, in order. */
  public List<BackupRules> backupRules() {
    List<BackupRules> all = all(candidates, blockBytes);
    return rules.stream().map(NAMES::indexOf).map(all::get).toList();
  }

  private static List<BackupRules> all(int candidates, long blockBytes) {
    List<BackupRules> all = new ArrayList<>();
    for (VersionDetection detection : VersionDetection.values()) {
      for (LocalSearch search : LocalSearch.values()) {
        all.add(new BackupRules(detection, search, candidates, blockBytes));
      }
    }
    return all;
  }
}
