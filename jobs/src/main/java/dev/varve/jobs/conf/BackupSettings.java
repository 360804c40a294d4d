package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.varve.backup.BackupRules;
import dev.varve.backup.IndexMemory;
import dev.varve.backup.LocalSearch;
import dev.varve.backup.SegmentTime;
import dev.varve.backup.VersionDetection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What is simulated of backups.
 *
 * @param sigma popular share of the unique chunks
 * @param machines p
 * @param rules of the VM-centric schemes; storage blocks are those of the first
 * @param sweep shares for the popularity sweep, ascending
 * @param leftoverChunks distinct chunks that a task counts before it hands the counts on
 * @param vcTime of the VM-centric scheme
 * @param readBytesPerSecond the throttle of a machine
 */
public record BackupSettings(
    double sigma,
    int machines,
    List<BackupRules> rules,
    List<Double> sweep,
    int leftoverChunks,
    IndexMemory memory,
    int tasks,
    SegmentTime vcTime,
    SegmentTime srbTime,
    long readBytesPerSecond) {

  /** Reads the keys below {@code backup}; faults are added to the list. */
  static BackupSettings read(Config config, List<String> faults) {
    int tasks = Settings.count(config, "backup.tasks", faults);
    Settings.count(config, "backup.replicas", faults); // reports take it from the run's settings
    IndexMemory memory =
        new IndexMemory(
            Settings.count(config, "backup.index.chunk-entry-bytes", faults),
            Settings.count(config, "backup.index.segment-entry-bytes", faults),
            Settings.count(config, "backup.index.recipe-entry-bytes", faults),
            tasks);
    List<Double> sweep = new ArrayList<>();
    for (String share : texts(config, "backup.sweep")) {
      sweep.add(share("backup.sweep", share, faults));
    }
    return new BackupSettings(
        share("backup.sigma", config.getString("backup.sigma"), faults),
        Settings.count(config, "backup.machines", faults),
        rules(config, faults),
        sweep.stream().sorted().distinct().toList(),
        Settings.count(config, "backup.leftover-chunks", faults),
        memory,
        tasks,
        time(config, "backup.time.vc", faults),
        time(config, "backup.time.srb", faults),
        Settings.bytes(config, "backup.time.read-bytes-per-second", faults));
  }

  private static List<BackupRules> rules(Config config, List<String> faults) {
    int candidates = Settings.count(config, "backup.candidates", faults);
    long blockBytes = Settings.bytes(config, "backup.block-bytes", faults);
    List<BackupRules> all = new ArrayList<>();
    for (VersionDetection detection : VersionDetection.values()) {
      for (LocalSearch search : LocalSearch.values()) {
        all.add(new BackupRules(detection, search, candidates, blockBytes));
      }
    }
    List<BackupRules> chosen = new ArrayList<>();
    for (String label : texts(config, "backup.rules")) {
      List<BackupRules> named = all.stream().filter(one -> one.label().equals(label)).toList();
      if (named.isEmpty()) {
        List<String> known = all.stream().map(BackupRules::label).toList();
        faults.add("backup.rules has " + label + "; choose of " + known);
      }
      chosen.addAll(named);
    }
    if (chosen.isEmpty() && faults.isEmpty()) {
      faults.add("backup.rules names none");
    }
    return chosen.stream().distinct().toList();
  }

  private static SegmentTime time(Config config, String key, List<String> faults) {
    return new SegmentTime(
        millis(config, key + ".read-write-millis", faults),
        millis(config, key + ".network-millis", faults),
        millis(config, key + ".index-millis", faults));
  }

  private static double millis(Config config, String key, List<String> faults) {
    double value = number(key, () -> config.getDouble(key), faults);
    if (value < 0) {
      faults.add(key + " is " + value + "; it must not be negative");
    }
    return value;
  }

  private static double share(String key, String text, List<String> faults) {
    double value = number(key, () -> Double.valueOf(text), faults);
    if (!(value >= 0 && value <= 1)) {
      faults.add(key + " has " + text + "; a share lies between 0 and 1");
    }
    return value;
  }

  private static double number(String key, Supplier<Double> read, List<String> faults) {
    try {
      return read.get();
    } catch (ConfigException | NumberFormatException e) {
      faults.add(key + " is no valid number: " + e.getMessage());
      return 0;
    }
  }

  private static List<String> texts(Config config, String key) {
    return List.of(Settings.text(config, key).trim().split("\\s*,\\s*"));
  }
}
