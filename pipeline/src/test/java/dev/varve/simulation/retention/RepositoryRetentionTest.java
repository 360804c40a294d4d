package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases by hand: letters are manifests, numbers the days of January 2024. */
class RepositoryRetentionTest {
  private static final Instant NOW = Instant.parse("2024-02-01T00:00:00Z");
  private static final String HEX = "a".repeat(64);

  private final List<RepositoryContents.Entry> entries = new ArrayList<>();
  private Map<String, List<String>> children = Map.of();
  private Map<String, String> subjects = Map.of();

  @ParameterizedTest
  @CsvSource({
    "0, 0, BOTH, ''", // no rule
    "2, 0, BOTH, 1.8", // by number
    "1, 0, BOTH, 1.8 1.9", // of equal times 1.10 is newer than 1.9
    "0, 20, BOTH, 1.8", // strictly older than Jan 12
    "0, 11, BOTH, 1.10 1.8 1.9",
    "1, 20, BOTH, 1.8",
    "1, 20, EITHER, 1.8 1.9",
    "3, 11, EITHER, 1.10 1.8 1.9",
    "9, 0, BOTH, ''",
  })
  void tagsGoByNumberAndAge(int newest, int days, TagRules.Agree agree, String gone) {
    entry("latest", "D", 30);
    entry("1.10", "C", 20);
    entry("1.9", "B", 20);
    entry("1.8", "A", 11);
    TagRules rules = rules(newest, days, agree, TagRules.Unit.TAG, "*:latest");
    assertThat(tags(decide(rules, Collector.REACHABLE))).isEqualTo(gone);
  }

  /** A carries an old tag and a new one: each by itself, or together as old as the new one. */
  @Test
  void aManifestIsAsOldAsItsNewestTag() {
    entry("old", "A", 1);
    entry("new", "A", 30);
    entry("mid", "B", 20);
    TagRules byTag = rules(2, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "none");
    RepositoryRetention.Decision single = decide(byTag, Collector.REACHABLE);
    assertThat(tags(single)).isEqualTo("old");
    assertThat(single.removed()).as("a tag still leads to it").isEmpty();
    TagRules byManifest = rules(1, 0, TagRules.Agree.BOTH, TagRules.Unit.MANIFEST, "none");
    RepositoryRetention.Decision whole = decide(byManifest, Collector.REACHABLE);
    assertThat(tags(whole)).isEqualTo("mid");
    assertThat(whole.removed()).containsExactly("B");
  }

  /** Index I lists A and B; J lists B and C; I goes. U was untagged before. */
  @ParameterizedTest
  @CsvSource({
    "REACHABLE, KEPT, A I",
    "REACHABLE, REMOVED, A I U",
    "DISTRIBUTION_2, KEPT, I",
    "DISTRIBUTION_3, KEPT, I",
    "DISTRIBUTION_2, REMOVED, A B C I U",
    "DISTRIBUTION_3, REMOVED, A I U"
  })
  void childrenOfIndexes(
      Collector collector, RepositoryRetention.Untagged untagged, String removed) {
    children = Map.of("I", List.of("A", "B"), "J", List.of("B", "C"));
    entry("old", "I", 1);
    entry("new", "J", 20);
    for (String child : List.of("A", "B", "C", "U")) {
      entry(null, child, 1);
    }
    TagRules rules = rules(1, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "none");
    assertThat(manifests(decide(rules, collector, untagged))).isEqualTo(removed);
  }

  /** S refers to A, which goes; T refers to B, which stays; V to what is not there. */
  @ParameterizedTest
  @CsvSource({
    "REACHABLE, KEPT, A S",
    "REACHABLE, REMOVED, A S V",
    "DISTRIBUTION_2, KEPT, A",
    // A referrer is no reference: it goes although its image stays.
    "DISTRIBUTION_3, REMOVED, A S T V"
  })
  void referrers(Collector collector, RepositoryRetention.Untagged untagged, String removed) {
    subjects = Map.of("S", "A", "T", "B", "V", "gone");
    entry("old", "A", 1);
    entry("new", "B", 20);
    for (String referrer : List.of("S", "T", "V")) {
      entry(null, referrer, 1);
    }
    TagRules rules = rules(1, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "none");
    assertThat(manifests(decide(rules, collector, untagged))).isEqualTo(removed);
  }

  /** The signature's tag is the newest: where it counts, it takes the only place. */
  @ParameterizedTest
  @CsvSource({"REACHABLE, old, A", "DISTRIBUTION_2, new old, A sha256:" + "X"})
  void tagsThatAttachSignatures(Collector collector, String tags, String removed) {
    String image = "sha256:" + HEX;
    entry("old", "A", 1);
    entry("new", image, 20);
    entry("sha256-" + HEX + ".sig", "S", 25);
    TagRules rules = rules(1, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "none");
    RepositoryRetention.Decision decision = decide(rules, collector);
    assertThat(tags(decision)).isEqualTo(tags);
    assertThat(manifests(decision)).isEqualTo(removed.replace("X", HEX));
  }

  @Test
  void aSignatureGoesWithWhatItSigns() {
    entry("old", "sha256:" + HEX, 1);
    entry("new", "B", 20);
    entry("sha256-" + HEX + ".sig", "S", 25);
    TagRules rules = rules(1, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "none");
    RepositoryRetention.Decision decision = decide(rules, Collector.REACHABLE);
    assertThat(tags(decision)).isEqualTo("old sha256-" + HEX + ".sig");
    assertThat(decision.kept()).containsExactly("B");
  }

  @Test
  void untaggedManifestsThatAreYoungStay() {
    entry("new", "B", 20);
    entry(null, "U", 1);
    entry(null, "W", 29);
    TagRules rules = rules(0, 7, TagRules.Agree.BOTH, TagRules.Unit.TAG, "*");
    assertThat(manifests(decide(rules, Collector.REACHABLE, RepositoryRetention.Untagged.REMOVED)))
        .isEqualTo("U");
  }

  @Test
  void aListIsTakenAtItsWord() {
    entry("a", "A", 1);
    entry("b", "A", 20);
    entry("c", "C", 20);
    RepositoryRetention listed =
        new RepositoryRetention(
            rules(0, 0, TagRules.Agree.BOTH, TagRules.Unit.TAG, "*"),
            Set.of("team/app:a", "team/app:c", "other:b"),
            Collector.REACHABLE,
            RepositoryRetention.Untagged.KEPT);
    RepositoryRetention.Decision decision = listed.decide(contents(), NOW);
    assertThat(tags(decision)).isEqualTo("a c");
    assertThat(decision.removed()).containsExactly("C");
  }

  @ParameterizedTest
  @CsvSource({
    "*:latest, true",
    "team/*, true",
    "team/app, true",
    "team/ap?:l*t, true",
    "app, false",
    "team/app:, false",
    "*:LATEST, false",
    "team.app, false",
    "**:**, true"
  })
  void patterns(String pattern, boolean matches) {
    assertThat(NamePatterns.of(List.of(pattern)).match("team/app", "latest")).isEqualTo(matches);
  }

  private void entry(@Nullable String tag, String manifest, int day) {
    Instant time = Instant.parse("2024-01-01T00:00:00Z").plus(Duration.ofDays(day - 1L));
    entries.add(new RepositoryContents.Entry(tag, manifest, time));
  }

  private RepositoryContents contents() {
    return new RepositoryContents("team/app", entries, children, subjects);
  }

  private RepositoryRetention.Decision decide(TagRules rules, Collector collector) {
    return decide(rules, collector, RepositoryRetention.Untagged.KEPT);
  }

  private RepositoryRetention.Decision decide(
      TagRules rules, Collector collector, RepositoryRetention.Untagged untagged) {
    RepositoryRetention.Decision decision =
        new RepositoryRetention(rules, null, collector, untagged).decide(contents(), NOW);
    assertThat(Collections.disjoint(decision.kept(), decision.removed())).isTrue();
    Set<String> all = new TreeSet<>(decision.kept());
    all.addAll(decision.removed());
    assertThat(all).as("kept and removed are all").isEqualTo(new TreeSet<>(contents().manifests()));
    return decision;
  }

  private static TagRules rules(
      int newest, int days, TagRules.Agree agree, TagRules.Unit unit, String spare) {
    return new TagRules(
        newest,
        Duration.ofDays(days),
        agree,
        unit,
        NamePatterns.of(List.of("*")),
        NamePatterns.of(List.of(spare)));
  }

  private static String tags(RepositoryRetention.Decision decision) {
    return String.join(" ", new TreeSet<>(decision.tags()));
  }

  private static String manifests(RepositoryRetention.Decision decision) {
    return String.join(" ", new TreeSet<>(decision.removed()));
  }
}
