package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.retention.ChainPolicy;
import dev.varve.retention.Period;
import dev.varve.retention.SlotRules;
import dev.varve.retention.Span;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Policies of retention for snapshots of disks, and how their backups are simulated.
 *
 * @param tools whose rules are followed
 * @param rules how many snapshots stay
 * @param zone of the calendar
 * @param spacing synthetic time between two snapshots; zero: the times that are known
 * @param popular how the VM-centric scheme selects popular data
 * @param machines bins of SRB
 * @param now the time that ages count to; null for that of the run
 */
record SnapshotPolicies(
    List<String> tools,
    SlotRules rules,
    ZoneId zone,
    Duration spacing,
    PopularSettings popular,
    int machines,
    @Nullable Instant now) {
  private static final String KNOWN = "known";
  private static final int MOST_SLOTS = 1_000_000;

  /**
   * A policy with its name in tables.
   *
   * @param tool null: all snapshots stay
   * @param more the period of which it has one slot more; null of the rules as they are
   */
  record Policy(@Nullable String tool, SlotRules rules, @Nullable Period more) {
    String label() {
      return tool == null ? "all snapshots" : tool + ": " + rules.label();
    }
  }

  static SnapshotPolicies read(SettingReader settings) {
    List<String> tools = settings.names("retention.tools", ChainPolicy.TOOLS);
    Map<Period, Integer> counts = new EnumMap<>(Period.class);
    counts.put(Period.LAST, settings.count("retention.keep-last", SlotRules.ALL, MOST_SLOTS));
    counts.put(Period.HOURLY, settings.count("retention.keep-hourly", SlotRules.ALL, MOST_SLOTS));
    counts.put(Period.DAILY, settings.count("retention.keep-daily", SlotRules.ALL, MOST_SLOTS));
    counts.put(Period.WEEKLY, settings.count("retention.keep-weekly", SlotRules.ALL, MOST_SLOTS));
    counts.put(Period.MONTHLY, settings.count("retention.keep-monthly", SlotRules.ALL, MOST_SLOTS));
    counts.put(Period.YEARLY, settings.count("retention.keep-yearly", SlotRules.ALL, MOST_SLOTS));
    Span within = settings.parsedOne("retention.keep-within", SnapshotPolicies::span, Span.NONE);
    SlotRules rules = new SlotRules(counts, within);
    ZoneId zone = settings.parsedOne("retention.zone", SnapshotPolicies::zone, ZoneOffset.UTC);
    for (String tool : tools) {
      settings.check("retention.tools", () -> ChainPolicy.named(tool, rules, zone, Instant.EPOCH));
    }
    return new SnapshotPolicies(
        tools,
        rules,
        zone,
        settings.parsedOne("retention.snapshot-times", SnapshotPolicies::spacing, Duration.ZERO),
        PopularSettings.read(settings),
        settings.count("backup.machines"),
        RegistryPolicies.now(settings));
  }

  /**
   * All snapshots, then for each tool the rules, and the rules with one slot more of each period.
   */
  List<Policy> policies() {
    List<Policy> policies = new ArrayList<>();
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

  private static Span span(String text) {
    return text.equals("none") ? Span.NONE : Span.parse(text);
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("write it as in UTC or Europe/Berlin", e);
    }
  }

  private static Duration spacing(String text) {
    return text.equals(KNOWN) ? Duration.ZERO : Span.parse(text).fixed();
  }
}
