package dev.varve.simulation.backup;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.matching.PopularData;
import dev.varve.content.matching.PopularSelection;
import dev.varve.model.Seed;
import dev.varve.simulation.backup.PlainBackup.Left;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds on every fleet, and agrees with the plain form. */
class RandomFleetTest {
  private static final int FLEETS = 100;
  private static final long BLOCK_BYTES = 700;
  private static final double[] SIGMAS = {0, .02, .1, .25, 1};

  static Stream<BackupRules> rules() {
    return Stream.of(VersionDetection.values())
        .flatMap(
            detection ->
                Stream.of(LocalSearch.values())
                    .flatMap(
                        search ->
                            Stream.of(2, 10)
                                .map(
                                    most ->
                                        new BackupRules(detection, search, most, BLOCK_BYTES))));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyStageAndEveryBlockIsThatOfThePlainForm(BackupRules rules) {
    for (long trial = 0; trial < FLEETS; trial++) {
      List<List<SegmentReferences>> fleet = RandomFleet.of(new Seed(21).at(trial));
      PopularStore popular = popular(fleet, rules, SIGMAS[(int) trial % SIGMAS.length]);
      Map<Long, String> popularBlocks = new HashMap<>();
      for (int rank = 0; rank < popular.data().chunks(); rank++) {
        long key = popular.data().key(rank);
        popularBlocks.put(key, "popular " + popular.block(key));
      }
      for (List<SegmentReferences> vm : fleet) {
        PlainBackup plain = new PlainBackup(vm, rules, popularBlocks);
        Findings found = Findings.of(vm, rules, popular);
        assertThat(found.tally().afterVersion()).isEqualTo(PlainBackup.volume(plain.afterVersion));
        assertThat(found.tally().afterSimilarity())
            .isEqualTo(PlainBackup.volume(plain.afterSimilarity));
        assertThat(found.tally().written()).isEqualTo(PlainBackup.volume(plain.written));
        assertThat(found.copies)
            .isEqualTo(
                plain.afterSimilarity.stream()
                    .collect(groupingBy(Left::key, TreeMap::new, Collectors.counting())));
        List<Set<String>> touched = new ArrayList<>();
        for (SnapshotBackup snapshot : found.snapshots) {
          Set<String> blocks = new TreeSet<>();
          for (int block : snapshot.privateBlocks()) {
            blocks.add("private " + block);
          }
          for (int block : snapshot.popularBlocks()) {
            blocks.add("popular " + block);
          }
          touched.add(blocks);
        }
        assertThat(touched).isEqualTo(plain.touched);
        if (!vm.isEmpty()) {
          assertThat(Stream.of(found.stores.get(vm.get(0).vm())).flatMapToLong(Arrays::stream))
              .allMatch(bytes -> bytes > 0 && bytes <= BLOCK_BYTES);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void eachLevelSavesMoreAndPerfectionMost(BackupRules rules) {
    for (long trial = 0; trial < FLEETS; trial++) {
      List<List<SegmentReferences>> fleet = RandomFleet.of(new Seed(22).at(trial));
      List<SegmentReferences> all = fleet.stream().flatMap(List::stream).toList();
      Set<Left> distinct = PlainBackup.unique(all);
      Volume unique = PlainBackup.volume(distinct);
      Volume before = null;
      for (double sigma : SIGMAS) {
        PopularStore popular = popular(fleet, rules, sigma);
        BackupTally tally = Findings.of(all, rules, popular).tally();
        Volume srb = srb(all, 1 + (int) trial % 5);
        BackupComparison comparison =
            new BackupComparison(
                rules,
                sigma,
                3,
                tally,
                stored(popular),
                unique,
                srb,
                0,
                new IndexMemory(2 * 28, 28, 28, 1));
        List<BackupResult> rows = comparison.results();
        assertThat(rows)
            .extracting(BackupResult::scheme)
            .containsExactly("perfect", "vc-l1", "vc-l2", "vc", "srb");
        assertThat(rows.get(0).efficiency()).isEqualTo(1);
        assertThat(rows.get(1).efficiency()).isBetween(0., rows.get(2).efficiency());
        assertThat(rows.get(2).efficiency()).isLessThanOrEqualTo(rows.get(3).efficiency());
        assertThat(rows.get(3).efficiency()).isLessThanOrEqualTo(1);
        assertThat(rows.get(4).efficiency()).isBetween(0., 1.);
        for (BackupResult row : rows) {
          assertThat(row.storedBytes()).isBetween(unique.bytes(), row.rawBytes());
        }
        assertThat(tally.popular().plus(tally.written())).isEqualTo(tally.afterSimilarity());
        if (before != null) {
          assertThat(comparison.stored().bytes())
              .as("more popular data")
              .isLessThanOrEqualTo(before.bytes());
        }
        before = comparison.stored();
      }
      assertThat(before).as("all chunks popular").isEqualTo(unique);
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyDistinctChunkIsLeftAtLeastOnce(BackupRules rules) {
    for (long trial = 0; trial < FLEETS; trial++) {
      List<SegmentReferences> all =
          RandomFleet.of(new Seed(23).at(trial)).stream().flatMap(List::stream).toList();
      assertThat(Findings.of(all, rules).copies.keySet())
          .isEqualTo(PlainBackup.unique(all).stream().map(Left::key).collect(Collectors.toSet()));
    }
  }

  @Test
  void aPopularityListAloneForetellsWhatTheSecondPassStores() {
    BackupRules rules = BackupRules.published();
    for (long trial = 0; trial < FLEETS; trial++) {
      List<List<SegmentReferences>> fleet = RandomFleet.of(new Seed(24).at(trial));
      List<SegmentReferences> all = fleet.stream().flatMap(List::stream).toList();
      Map<Long, Long> copies = Findings.of(all, rules).copies;
      PopularStore popular = popular(fleet, rules, SIGMAS[(int) trial % SIGMAS.length]);
      BackupTally tally = Findings.of(all, rules, popular).tally();
      PopularShare share = PopularShare.NONE;
      for (int rank = 0; rank < popular.data().chunks(); rank++) {
        share =
            share.plus(
                popular.data().bytes(rank), copies.getOrDefault(popular.data().key(rank), 0L));
      }
      assertThat(share.stored(tally.afterSimilarity()))
          .isEqualTo(tally.written().plus(stored(popular)));
      assertThat(share.coverage(tally.afterSimilarity())).isEqualTo(tally.coverage());
    }
  }

  @Test
  void theOrderOfTheVmsAndTheirPartitionsChangeNothing() {
    BackupRules rules = BackupRules.published();
    for (long trial = 0; trial < FLEETS; trial++) {
      List<List<SegmentReferences>> fleet = RandomFleet.of(new Seed(25).at(trial));
      PopularStore popular = popular(fleet, rules, .1);
      Findings one = Findings.of(fleet.stream().flatMap(List::stream).toList(), rules, popular);
      Collections.shuffle(fleet, new Random(trial));
      BackupTally tally = BackupTally.NONE;
      Map<Long, Long> copies = new TreeMap<>();
      Set<String> blocks = new HashSet<>();
      for (List<SegmentReferences> vm : fleet) {
        Findings part = Findings.of(vm, rules, popular);
        tally = tally.plus(part.tally());
        part.copies.forEach((key, count) -> copies.merge(key, count, Long::sum));
        blocks.addAll(edges(part.snapshots));
      }
      assertThat(tally).isEqualTo(one.tally());
      assertThat(copies).isEqualTo(one.copies);
      assertThat(blocks).isEqualTo(edges(one.snapshots));
      Collections.shuffle(fleet, new Random(trial + 1));
      assertThat(popular(fleet, rules, .1).data().bytes()).isEqualTo(popular.data().bytes());
    }
  }

  @Test
  void binsOfSrbStoreWhatSetsHold() {
    for (long trial = 0; trial < FLEETS; trial++) {
      List<SegmentReferences> all =
          RandomFleet.of(new Seed(26).at(trial)).stream().flatMap(List::stream).toList();
      for (int machines : new int[] {1, 2, 7}) {
        SrbRouting routing = new SrbRouting(machines);
        Map<Integer, Set<Left>> bins =
            all.stream()
                .filter(segment -> segment.data().chunks() > 0)
                .collect(
                    groupingBy(
                        segment -> routing.bin(segment.minHash()),
                        Collectors.flatMapping(
                            segment -> PlainBackup.unique(List.of(segment)).stream(),
                            Collectors.toSet())));
        Volume plain =
            PlainBackup.volume(bins.values().stream().flatMap(Collection::stream).toList());
        assertThat(srb(all, machines)).isEqualTo(plain);
      }
    }
  }

  private static Set<String> edges(List<SnapshotBackup> snapshots) {
    return snapshots.stream()
        .map(
            snapshot ->
                snapshot.vm()
                    + snapshot.snapshot()
                    + Arrays.toString(snapshot.privateBlocks())
                    + Arrays.toString(snapshot.popularBlocks()))
        .collect(Collectors.toSet());
  }

  /** Popular data by a plain sort. */
  private static PopularStore popular(
      List<List<SegmentReferences>> fleet, BackupRules rules, double sigma) {
    Map<Long, Integer> bytes = new HashMap<>();
    Map<Long, Long> copies = new HashMap<>();
    for (List<SegmentReferences> vm : fleet) {
      for (Left left : new PlainBackup(vm, rules, Map.of()).afterSimilarity) {
        bytes.put(left.key(), left.bytes());
        copies.merge(left.key(), 1L, Long::sum);
      }
    }
    List<Long> ranked = new ArrayList<>(copies.keySet());
    ranked.sort(
        Comparator.comparing((Long key) -> -copies.getOrDefault(key, 0L))
            .thenComparing(Long::compareUnsigned));
    List<Long> top = ranked.subList(0, PopularSelection.quota(sigma, ranked.size()));
    return new PopularStore(
        new PopularData(
            top.stream().mapToLong(key -> key).toArray(),
            top.stream().mapToInt(bytes::get).toArray()),
        BLOCK_BYTES);
  }

  private static Volume stored(PopularStore popular) {
    return new Volume(popular.data().chunks(), popular.data().bytes());
  }

  private static Volume srb(List<SegmentReferences> all, int machines) {
    SrbRouting routing = new SrbRouting(machines);
    List<SrbSnapshot> rows = new ArrayList<>();
    Volume held = Volume.NONE;
    for (int machine = 0; machine < machines; machine++) {
      SrbBin bin = new SrbBin(machine, BLOCK_BYTES, rows::add);
      for (SegmentReferences segment : all) {
        if (segment.data().chunks() > 0 && routing.bin(segment.minHash()) == machine) {
          bin.add(segment);
        }
      }
      bin.finish();
      held = held.plus(new Volume(bin.chunks(), Arrays.stream(bin.blockBytes()).sum()));
    }
    Volume written = rows.stream().map(SrbSnapshot::written).reduce(Volume.NONE, Volume::plus);
    assertThat(held).isEqualTo(written);
    return written;
  }
}
