package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.EpochMicros;
import dev.varve.retention.Collector;
import dev.varve.retention.NamePatterns;
import dev.varve.retention.RepositoryRetention;
import dev.varve.retention.Span;
import dev.varve.retention.TagRules;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policies of retention for a registry.
 *
 * @param rules one for every combination of numbers and ages
 * @param tags location of a list of tags that go instead, or empty
 * @param collector decides what is needed
 * @param untagged fate of manifests that no tag leads to
 * @param age the time by which tags are old: {@link #BUILT} or {@link #SEEN}
 * @param now the time that ages count to; null for that of the run
 */
record RegistryPolicies(
    List<TagRules> rules,
    String tags,
    Collector collector,
    RepositoryRetention.Untagged untagged,
    String age,
    @Nullable Instant now) {
  static final String BUILT = "built";
  static final String SEEN = "seen";

  private static final int MOST_POLICIES = 60;
  private static final String ANY = "any";

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

  static RegistryPolicies read(SettingReader settings, boolean untagged) {
    List<Integer> numbers = settings.counts("retention.keep-newest", 0, 1_000_000);
    List<Duration> ages =
        settings.parsed("retention.older-than", RegistryPolicies::span, Duration.ZERO);
    if (numbers.size() * ages.size() > MOST_POLICIES) {
      settings.fault("retention.keep-newest and older-than are more than 60 policies");
    }
    TagRules.Agree agree = one(settings, "retention.agree", TagRules.Agree.values());
    TagRules.Unit unit = one(settings, "retention.unit", TagRules.Unit.values());
    NamePatterns match = patterns(settings, "retention.match");
    NamePatterns spare = patterns(settings, "retention.spare");
    List<TagRules> rules = new ArrayList<>();
    for (int number : numbers) {
      ages.forEach(age -> rules.add(new TagRules(number, age, agree, unit, match, spare)));
    }
    return new RegistryPolicies(
        List.copyOf(rules),
        settings.text("retention.tags"),
        one(settings, "retention.collection", Collector.values()),
        untagged ? RepositoryRetention.Untagged.REMOVED : RepositoryRetention.Untagged.KEPT,
        settings.name("retention.age", List.of(BUILT, SEEN)),
        now(settings));
  }

  /** The time that ages of tags and of snapshots count to. */
  static @Nullable Instant now(SettingReader settings) {
    if (settings.text("retention.now").isBlank()) {
      return null;
    }
    return settings.parsedOne("retention.now", RegistryPolicies::instant, Instant.EPOCH);
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
    return rules.stream().map(one -> policy(label(one), one, null)).toList();
  }

  private Policy policy(String label, TagRules of, @Nullable Set<String> listed) {
    boolean rule = listed == null;
    return new Policy(
        untagged == RepositoryRetention.Untagged.REMOVED ? label + ", untagged" : label,
        rule && of.keepNewest() > 0 ? of.keepNewest() : null,
        rule && !of.olderThan().isZero() ? of.olderThan().toSeconds() : null,
        new RepositoryRetention(of, listed, collector, untagged));
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
    String between = rules.agree() == TagRules.Agree.EITHER ? " or " : ", ";
    return words.isEmpty() ? "no tags" : String.join(between, words);
  }

  private static Duration span(String text) {
    return text.equals(ANY) ? Duration.ZERO : Span.parse(text).fixed();
  }

  private static Instant instant(String text) {
    try {
      Instant instant = Instant.parse(text);
      long unused = EpochMicros.of(instant); // times are counted so
      return instant;
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException("write it as in 2026-01-31T00:00:00Z", e);
    }
  }

  private static NamePatterns patterns(SettingReader settings, String key) {
    return NamePatterns.of(
        settings.text(key).replaceAll("[\\[\\]\\s]", "").isEmpty()
            ? List.of()
            : settings.parsed(key, word -> word, ""));
  }

  private static <T extends Enum<T>> T one(SettingReader settings, String key, T[] values) {
    Map<String, T> named = new LinkedHashMap<>();
    for (T value : values) {
      named.put(value.name().toLowerCase(Locale.ROOT).replace('_', '-'), value);
    }
    String name = settings.name(key, List.copyOf(named.keySet()));
    return Objects.requireNonNull(named.get(name));
  }
}
