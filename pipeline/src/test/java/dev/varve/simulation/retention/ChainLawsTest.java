package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every chain and policy. */
class ChainLawsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int CASES = 2_000;
  private static final List<Period> PERIODS = List.of(Period.values());

  @ParameterizedTest
  @ValueSource(strings = {"borg", "restic", "restic-0.14", "proxmox"})
  void whatStaysIsOfTheChainAndStaysAgain(String tool) {
    Random random = new Random(7);
    for (int run = 0; run < CASES; run++) {
      List<DatedSnapshot> chain = chain(random);
      ChainPolicy policy = ChainPolicy.named(tool, rules(random), ZoneOffset.UTC, NOW);
      Set<DatedSnapshot> kept = policy.kept(chain).keySet();
      assertThat(chain).containsAll(kept);
      assertThat(policy.kept(List.copyOf(kept)).keySet()).as("%s", policy).isEqualTo(kept);
    }
  }

  /** Not of Proxmox: see {@link ChainPolicyTest}. */
  @ParameterizedTest
  @ValueSource(strings = {"borg", "restic", "restic-0.14"})
  void oneSlotMoreKeepsNoLess(String tool) {
    Random random = new Random(8);
    for (int run = 0; run < CASES; run++) {
      List<DatedSnapshot> chain = chain(random);
      SlotRules rules = rules(random);
      if (rules.isEmpty()) {
        continue;
      }
      Period period = PERIODS.get(random.nextInt(PERIODS.size()));
      assertThat(
              ChainPolicy.named(tool, rules.more(period), ZoneOffset.UTC, NOW).kept(chain).keySet())
          .as("%s and one more %s", rules, period)
          .containsAll(ChainPolicy.named(tool, rules, ZoneOffset.UTC, NOW).kept(chain).keySet());
    }
  }

  /** With slots enough, each tool keeps the newest of every period, and nothing but the oldest. */
  @ParameterizedTest
  @ValueSource(strings = {"borg", "restic", "restic-0.14", "proxmox"})
  void enoughSlotsKeepTheNewestOfEachPeriod(String tool) {
    Random random = new Random(9);
    for (int run = 0; run < CASES; run++) {
      List<DatedSnapshot> chain = chain(random);
      Period period = PERIODS.get(1 + random.nextInt(PERIODS.size() - 1));
      Map<Long, DatedSnapshot> newest = new java.util.HashMap<>();
      for (DatedSnapshot one : chain) {
        newest.merge(
            period.of(one.takenAt().atZone(ZoneOffset.UTC)),
            one,
            (a, b) -> a.takenAt().isAfter(b.takenAt()) ? a : b);
      }
      Map<DatedSnapshot, String> kept =
          ChainPolicy.named(
                  tool, new SlotRules(Map.of(period, 1000), Span.NONE), ZoneOffset.UTC, NOW)
              .kept(chain);
      kept.values().removeIf(reason -> reason.endsWith("[oldest]"));
      assertThat(kept.keySet()).containsExactlyInAnyOrderElementsOf(newest.values());
    }
  }

  private static List<DatedSnapshot> chain(Random random) {
    List<DatedSnapshot> chain = new ArrayList<>();
    Instant at = Instant.parse("2023-06-01T00:00:00Z");
    int snapshots = 1 + random.nextInt(25);
    long mostHours = 1L + random.nextInt(900);
    for (int number = 0; number < snapshots; number++) {
      at = at.plus(Duration.ofMinutes(1 + random.nextLong(60L * mostHours)));
      chain.add(new DatedSnapshot(number, at));
    }
    return chain;
  }

  private static SlotRules rules(Random random) {
    Map<Period, Integer> counts = new EnumMap<>(Period.class);
    for (Period period : PERIODS) {
      if (random.nextInt(3) == 0) {
        counts.put(period, 1 + random.nextInt(6));
      }
    }
    return new SlotRules(counts, Span.NONE);
  }
}
