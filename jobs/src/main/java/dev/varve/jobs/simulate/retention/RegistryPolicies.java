package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.EpochMicros;
import dev.varve.simulation.retention.Collector;
import dev.varve.simulation.retention.NamePatterns;
import dev.varve.simulation.retention.RepositoryRetention;
import dev.varve.simulation.retention.Span;
import dev.varve.simulation.retention.TagRules;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policies of retention for a registry.
 *
 * @param rules one for every combination of numbers and ages
 * @param tags location of a list of tags to remove in place of the rules; empty for none
 * @param collector garbage collector, which decides which manifests are needed
 * @param untagged fate of manifests that no tag leads to
 * @param age time from which the age of a tag counts: {@link #BUILT} or {@link #SEEN}
 * @param now the time that ages count to; null for that of the run
 */
record RegistryPolicies(
    List<TagRules> rules,
    String tags,
    Collector collector,
    RepositoryRetention.Untagged untagged,
    String age,
    Now now) {
  static final String BUILT = "built";
  static final String SEEN = "seen";

  private static final int MAX_POLICIES = 60;

  /**
   * A policy with its name in tables.
   *
   * @param keepNewest null without such a rule
   * @param olderThanSeconds null without such a rule
   */
  record Policy(
      String label,
      @Nullable Integer keepNewest,
      @Nullable Long olderThanSeconds,
      RepositoryRetention retention)
      implements Serializable {}

  record Keys(
      @Range(low = 0, high = 1_000_000) List<Integer> keepNewest,
      List<Duration> olderThan,
      TagRules.Agree agree,
      TagRules.Unit unit,
      @MayBeEmpty List<String> match,
      @MayBeEmpty List<String> spare,
      String tags,
      Collector collection,
      @OneOf({BUILT, SEEN}) String age) {

    static Duration olderThan(String text) {
      return text.equals("any") ? Duration.ZERO : Span.parse(text).fixed();
    }

    List<TagRules> rules() {
      NamePatterns judged = NamePatterns.of(match);
      NamePatterns spared = NamePatterns.of(spare);
      List<TagRules> rules = new ArrayList<>();
      for (int number : keepNewest) {
        olderThan.forEach(age -> rules.add(new TagRules(number, age, agree, unit, judged, spared)));
      }
      return List.copyOf(rules);
    }
  }

  static RegistryPolicies read(SettingReader settings, boolean untagged) {
    Keys keys = settings.bind("retention", Keys.class);
    if (keys.keepNewest.size() * keys.olderThan.size() > MAX_POLICIES) {
      settings.fault("retention.keep-newest and older-than are more than 60 policies");
    }
    return new RegistryPolicies(
        keys.rules(),
        keys.tags,
        keys.collection,
        untagged ? RepositoryRetention.Untagged.REMOVED : RepositoryRetention.Untagged.KEPT,
        keys.age,
        settings.bind("retention", Now.class));
  }

  /**
   * The policies.
   *
   * @param listed the tags of the list; null without one
   */
  List<Policy> policies(@Nullable Set<String> listed) {
    if (listed != null) {
      return List.of(policy("listed tags", rules.get(0), listed));
    }
    return rules.stream().map(rule -> policy(label(rule), rule, null)).toList();
  }

  private Policy policy(String label, TagRules rules, @Nullable Set<String> listed) {
    boolean isByRules = listed == null;
    return new Policy(
        untagged == RepositoryRetention.Untagged.REMOVED ? label + ", untagged" : label,
        isByRules && rules.keepNewest() > 0 ? rules.keepNewest() : null,
        isByRules && !rules.olderThan().isZero() ? rules.olderThan().toSeconds() : null,
        new RepositoryRetention(rules, listed, collector, untagged));
  }

  private static String label(TagRules rules) {
    List<String> words = new ArrayList<>();
    if (rules.keepNewest() > 0) {
      words.add("keep " + rules.keepNewest());
    }
    if (!rules.olderThan().isZero()) {
      long hours = rules.olderThan().toHours();
      words.add((hours % 24 == 0 ? hours / 24 + "d" : hours + "h") + "+");
    }
    String separator = rules.agree() == TagRules.Agree.EITHER ? " or " : ", ";
    return words.isEmpty() ? "no tags" : String.join(separator, words);
  }

  /** The time that ages of tags and of snapshots count to; null for that of the run. */
  record Now(@Nullable Instant now) {
    Instant orCurrentTime() {
      return now == null ? Instant.now() : now;
    }

    static @Nullable Instant now(String text) {
      try {
        Instant instant = text.isBlank() ? null : Instant.parse(text);
        long unused = instant == null ? 0 : EpochMicros.of(instant); // times are counted so
        return instant;
      } catch (DateTimeParseException | ArithmeticException e) {
        throw new IllegalArgumentException("write it as in 2026-01-31T00:00:00Z", e);
      }
    }
  }
}
