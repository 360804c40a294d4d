package dev.varve.jobs.simulate.backup;

import dev.varve.backup.IndexMemory;
import dev.varve.backup.SegmentTime;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.reference.PopularSettings;
import java.util.List;

/**
 * Settings of {@code simulate backup}.
 *
 * @param popular how the popular data is selected; storage blocks are reported for the first rules
 *     only
 * @param machines p, the number of machines
 * @param sweep shares for the popularity sweep, ascending
 * @param memory sizes of index entries
 * @param tasks VMs that a machine backs up in parallel
 * @param vcTime time of one dirty segment under the VM-centric scheme
 * @param readBytesPerSecond the throttle of a machine
 */
record BackupSettings(
    PopularSettings popular,
    int machines,
    List<Double> sweep,
    IndexMemory memory,
    int tasks,
    SegmentTime vcTime,
    SegmentTime srbTime,
    long readBytesPerSecond) {
  private static final String ROOT = "backup.";

  static BackupSettings read(SettingReader settings) {
    int tasks = settings.count(ROOT + "tasks");
    settings.count(ROOT + "replicas"); // report replication-cost takes it from the run
    return new BackupSettings(
        PopularSettings.read(settings),
        settings.count(ROOT + "machines"),
        settings.numbers(ROOT + "sweep", 0, 1).stream().sorted().toList(),
        new IndexMemory(
            settings.count(ROOT + "index.chunk-entry-bytes"),
            settings.count(ROOT + "index.segment-entry-bytes"),
            settings.count(ROOT + "index.recipe-entry-bytes"),
            tasks),
        tasks,
        time(settings, "vc"),
        time(settings, "srb"),
        settings.bytes(ROOT + "time.read-bytes-per-second"));
  }

  private static SegmentTime time(SettingReader settings, String scheme) {
    String of = ROOT + "time." + scheme;
    return new SegmentTime(
        millis(settings, of + ".read-write-millis"),
        millis(settings, of + ".network-millis"),
        millis(settings, of + ".index-millis"));
  }

  private static double millis(SettingReader settings, String key) {
    return settings.number(key, 0, Double.MAX_VALUE);
  }
}
