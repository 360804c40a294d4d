package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.BackupState;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cases by hand. What borg 1.2.4 and restic 0.14 keep of them was run; Proxmox and restic since
 * 0.16 were followed through their code.
 */
class ChainPolicyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** Year-end, with 2024-12-30 and 2025-01-01 in one week, two a day, and one a second too late. */
  private static final List<DatedSnapshot> TEN =
      chain(
          "2024-01-01T10:00:00",
          "2024-01-01T12:00:00",
          "2024-01-02T09:00:00",
          "2024-01-02T23:59:59",
          "2024-01-05T08:00:00",
          "2024-02-10T08:00:00",
          "2024-12-30T08:00:00",
          "2025-01-01T08:00:00",
          "2025-03-01T08:00:00",
          "2025-03-01T09:00:00");

  private static final List<DatedSnapshot> SIX =
      chain(
          "2024-01-15T12:00:00",
          "2024-02-10T12:00:00",
          "2024-02-25T12:00:00",
          "2024-02-29T12:00:00",
          "2024-03-03T12:00:00",
          "2024-03-10T12:00:00");

  @ParameterizedTest
  @CsvSource({
    "proxmox, daily 4 weekly 2 monthly 3, 5 6 7 8 10",
    "borg, daily 4 weekly 2 monthly 3, 1 5 6 7 8 10",
    "restic-0.14, daily 4 weekly 2 monthly 3, 6 7 8 10",
    "restic, daily 4 weekly 2 monthly 3, 6 7 8 10",
    "proxmox, yearly 5, 7 10",
    "borg, yearly 5, 1 7 10",
    "restic-0.14, yearly 5, 7 10",
    "restic, yearly 5, 1 7 10",
    "proxmox, last 1 daily 2 monthly 2, 5 6 7 8 10",
    "borg, last 1 daily 2 monthly 2, 5 6 7 8 10",
    "restic-0.14, last 1 daily 2 monthly 2, 8 10",
    "restic, last 1 daily 2 monthly 2, 8 10",
    "proxmox, daily 2 yearly 2, 7 8 10",
    "borg, daily 2 yearly 2, 1 7 8 10",
    "restic-0.14, daily 2 yearly 2, 7 8 10",
    "restic, daily 2 yearly 2, 7 8 10"
  })
  void tenAsTheToolsKeepThem(String tool, String rules, String kept) {
    assertThat(kept(tool, rules, TEN)).isEqualTo(kept);
  }

  /** The weekly rule of Proxmox removes 02-29, and February holds a kept one already. */
  @ParameterizedTest
  @CsvSource({
    "borg, weekly 3 monthly 2, 1 3 4 5 6",
    "proxmox, weekly 3 monthly 2, 1 3 5 6",
    "restic-0.14, weekly 3 monthly 2, 3 4 5 6",
    "restic, weekly 3 monthly 2, 3 4 5 6",
    // One more week of Proxmox is no superset.
    "proxmox, weekly 1 monthly 2, 1 4 6",
    "proxmox, weekly 2 monthly 2, 1 3 5 6"
  })
  void sixAsTheToolsKeepThem(String tool, String rules, String kept) {
    assertThat(kept(tool, rules, SIX)).isEqualTo(kept);
  }

  /**
   * Cases of the server's own tests (proxmox-backup, tests/prune.rs), and with more of its states
   * by its prune.rs. p: protected; u: unfinished.
   */
  @ParameterizedTest
  @CsvSource({
    "last 1, 09:39p 10:39 10:49 10:59p, 1 3 4",
    "hourly 1, 09:39p 10:39 10:49 10:59p, 1 3 4",
    "hourly 3, 09:39 10:49 10:59 11:39 11:49 11:59, 1 3 6",
    "hourly 2, 09:39 10:49 10:59 11:39 11:49 11:59, 3 6",
    "last 2, 01:00 02:00 03:00 04:00 05:00 06:00u, 4 5 6",
    "last 2, 01:00 02:00p 03:00 04:00 05:00 06:00, 2 5 6",
    "last 2, 01:00 02:00u 03:00 04:00u 05:00u, 1 3 5",
    "last 1, 01:00u 02:00 03:00p, 2 3",
    "last 1, 01:00 02:00u 03:00p, 1 3",
    "hourly 2, 01:10 02:10 02:20u 02:30p, 1 2 4"
  })
  void statesOfBackupsCountAsForTheServer(String rules, String times, String kept) {
    List<DatedSnapshot> chain = new ArrayList<>();
    for (String time : times.split(" ")) {
      BackupState state =
          time.endsWith("p")
              ? BackupState.PROTECTED
              : time.endsWith("u") ? BackupState.UNFINISHED : null;
      Instant at = Instant.parse("2019-11-15T" + time.substring(0, 5) + ":15Z");
      chain.add(new DatedSnapshot(chain.size() + 1, at, state));
    }
    assertThat(kept("proxmox", rules, chain)).isEqualTo(kept);
  }

  @Test
  void theRuleThatKeepsIsNamed() {
    Map<DatedSnapshot, String> kept =
        ChainPolicy.named("borg", rules("daily 4 weekly 2 monthly 3"), ZoneOffset.UTC, NOW)
            .kept(TEN);
    assertThat(kept.get(TEN.get(0))).isEqualTo("weekly[oldest]");
    assertThat(kept.get(TEN.get(9))).isEqualTo("daily");
  }

  @Test
  void withoutARuleAllStay() {
    for (String tool : ChainPolicy.TOOLS) {
      assertThat(kept(tool, "daily 0", TEN)).isEqualTo("1 2 3 4 5 6 7 8 9 10");
    }
  }

  @Test
  void allOfAPeriod() {
    assertThat(kept("borg", "yearly -1", TEN)).isEqualTo("7 10");
    assertThat(kept("restic", "yearly -1", TEN)).isEqualTo("1 7 10");
    assertThat(kept("restic-0.14", "yearly -1", TEN)).as("run: it keeps none").isEmpty();
    assertThatThrownBy(() -> kept("proxmox", "yearly -1", TEN)).hasMessageContaining("proxmox");
  }

  /** On 2024-03-31 a month back is 2024-03-02 for Go, and 31 days back is 2024-02-29 for borg. */
  @Test
  void aMonthBackDiffers() {
    List<DatedSnapshot> chain =
        chain(
            "2024-02-29T11:00:00",
            "2024-02-29T13:00:00",
            "2024-03-02T12:00:00",
            "2024-03-02T12:00:01",
            "2024-03-31T12:00:00");
    assertThat(kept("restic", "within 1m", chain)).isEqualTo("4 5");
    ChainPolicy borg =
        ChainPolicy.named(
            "borg",
            new SlotRules(Map.of(), Span.parse("1m")),
            ZoneOffset.UTC,
            Instant.parse("2024-03-31T12:00:00Z"));
    assertThat(numbers(borg.kept(chain))).isEqualTo("2 3 4 5");
  }

  @Test
  void resticCountsFromTheNewestThatIsNotOfTheFuture() {
    List<DatedSnapshot> chain =
        chain("2025-12-01T00:00:00", "2025-12-30T00:00:00", "2026-05-01T00:00:00");
    assertThat(kept("restic", "within 2d", chain)).isEqualTo("2 3");
  }

  /** In Berlin the clock went from 3:00 back to 2:00 at 01:00 UTC. */
  @Test
  void theHourThatComesTwiceIsOne() {
    List<DatedSnapshot> chain =
        chain("2024-10-26T23:30:00", "2024-10-27T00:30:00", "2024-10-27T01:30:00");
    for (String tool : ChainPolicy.TOOLS) {
      ChainPolicy policy =
          ChainPolicy.named(tool, rules("hourly 2"), ZoneId.of("Europe/Berlin"), NOW);
      assertThat(numbers(policy.kept(chain))).as(tool).isEqualTo("1 3");
    }
  }

  @Test
  void aSecondHoldsOneForBorgAndProxmox() {
    List<DatedSnapshot> chain =
        chain("2024-01-01T00:00:00", "2024-01-02T00:00:00.2", "2024-01-02T00:00:00.7");
    assertThat(kept("borg", "last 2", chain)).isEqualTo("1 3");
    assertThat(kept("proxmox", "last 2", chain)).isEqualTo("1 3");
    assertThat(kept("restic", "last 2", chain)).isEqualTo("2 3");
  }

  @Test
  void nothingIsKeptOfNothing() {
    for (String tool : ChainPolicy.TOOLS) {
      assertThat(kept(tool, "daily 1 yearly 2", List.of())).isEmpty();
    }
  }

  private static String kept(String tool, String rules, List<DatedSnapshot> chain) {
    return numbers(ChainPolicy.named(tool, rules(rules), ZoneOffset.UTC, NOW).kept(chain));
  }

  private static String numbers(Map<DatedSnapshot, String> kept) {
    return kept.keySet().stream()
        .map(DatedSnapshot::number)
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  static SlotRules rules(String text) {
    Map<Period, Integer> counts = new EnumMap<>(Period.class);
    Span within = Span.NONE;
    String[] words = text.split(" ");
    for (int at = 0; at < words.length; at += 2) {
      if (words[at].equals("within")) {
        within = Span.parse(words[at + 1]);
      } else {
        counts.put(
            Period.valueOf(words[at].toUpperCase(java.util.Locale.ROOT)),
            Integer.parseInt(words[at + 1]));
      }
    }
    return new SlotRules(counts, within);
  }

  private static List<DatedSnapshot> chain(String... times) {
    List<DatedSnapshot> chain = new ArrayList<>();
    Arrays.stream(times)
        .forEach(
            time ->
                chain.add(
                    new DatedSnapshot(
                        chain.size() + 1, LocalDateTime.parse(time).toInstant(ZoneOffset.UTC))));
    return chain;
  }
}
