package dev.varve.jobs.simulate.reference;

import dev.varve.backup.BackupRules;
import dev.varve.backup.LocalSearch;
import dev.varve.backup.VersionDetection;
import dev.varve.jobs.conf.SettingReader;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings of the selection of popular data.
 *
 * @param sigma popular share of the unique chunks
 * @param rules of the VM-centric schemes: what levels 1 and 2 leave depends on them
 * @param leftoverChunks distinct chunks that a task counts before it emits the counts
 */
public record PopularSettings(double sigma, List<BackupRules> rules, int leftoverChunks)
    implements Serializable {
  /** Reads section backup. */
  public static PopularSettings read(SettingReader settings) {
    return new PopularSettings(
        settings.number("backup.sigma", 0, 1),
        rules(settings),
        settings.count("backup.leftover-chunks"));
  }

  private static List<BackupRules> rules(SettingReader settings) {
    int candidates = settings.count("backup.candidates");
    long blockBytes = settings.bytes("backup.block-bytes");
    Map<String, BackupRules> known = new LinkedHashMap<>();
    for (VersionDetection detection : VersionDetection.values()) {
      for (LocalSearch search : LocalSearch.values()) {
        BackupRules rules = new BackupRules(detection, search, candidates, blockBytes);
        known.put(rules.label(), rules);
      }
    }
    return settings.names("backup.rules", List.copyOf(known.keySet())).stream()
        .map(known::get)
        .distinct()
        .toList();
  }
}
