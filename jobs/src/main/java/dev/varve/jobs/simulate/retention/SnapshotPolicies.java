package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.simulation.retention.ChainPolicy;
import dev.varve.simulation.retention.Period;
import dev.varve.simulation.retention.SlotRules;
import dev.varve.simulation.retention.Span;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Policies of retention for snapshots of disks, and how their backups are simulated.
 *
 * @param tools whose rules are followed
 * @param zone of the calendar
 * @param snapshotTimes synthetic time between two snapshots; zero: the times that are known
 * @param now the time that ages count to; null for that of the run
 */
record SnapshotPolicies(
    @OneOf(in = ChainPolicy.class, list = "TOOLS") List<String> tools,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepLast,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepHourly,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepDaily,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepWeekly,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepMonthly,
    @Range(low = SlotRules.ALL, high = MAX_SLOTS) int keepYearly,
    Span keepWithin,
    ZoneId zone,
    Duration snapshotTimes,
    @Section("retention") RegistryPolicies.Now now,
    @Section("backup") Backup backup) {
  private static final String KNOWN = "known";
  static final int MAX_SLOTS = 1_000_000;

  /**
   * A policy with its name in tables.
   *
   * @param tool backup tool; null for the policy that keeps all snapshots
   * @param more period with one more slot than in the rules; null for the unchanged rules
   */
  record Policy(@Nullable String tool, SlotRules rules, @Nullable Period more) {
    String label() {
      return tool == null ? "all snapshots" : tool + ": " + rules.label();
    }
  }

  /**
   * Settings of the simulated backups.
   *
   * @param machines bins of SRB
   * @param popular how the VM-centric scheme selects popular data
   */
  record Backup(int machines, @Section("backup") PopularSettings popular) {}

  static Span keepWithin(String text) {
    return text.equals("none") ? Span.NONE : Span.parse(text);
  }

  static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("write it as in UTC or Europe/Berlin", e);
    }
  }

  static Duration snapshotTimes(String text) {
    return text.equals(KNOWN) ? Duration.ZERO : Span.parse(text).fixed();
  }

  SlotRules rules() {
    Map<Period, Integer> counts =
        Map.of(
            Period.LAST, keepLast,
            Period.HOURLY, keepHourly,
            Period.DAILY, keepDaily,
            Period.WEEKLY, keepWeekly,
            Period.MONTHLY, keepMonthly,
            Period.YEARLY, keepYearly);
    return new SlotRules(counts, keepWithin);
  }

  static SnapshotPolicies read(SettingReader settings) {
    SnapshotPolicies configured = settings.bind("retention", SnapshotPolicies.class);
    for (String tool : configured.tools) {
      settings.check(
          "retention.tools",
          () -> ChainPolicy.named(tool, configured.rules(), configured.zone, Instant.EPOCH));
    }
    return configured;
  }

  /**
   * All snapshots, then for each tool the rules, and the rules with one slot more of each period.
   */
  List<Policy> policies() {
    List<Policy> policies = new ArrayList<>();
    SlotRules rules = rules();
    policies.add(new Policy(null, rules, null));
    for (String tool : tools) {
      policies.add(new Policy(tool, rules, null));
      for (Period period : Period.values()) {
        if (rules.slots(period) > 0) {
          policies.add(new Policy(tool, rules.more(period), period));
        }
      }
    }
    return policies;
  }
}
