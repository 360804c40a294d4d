package dev.varve.simulation.backup;

import static dev.varve.simulation.backup.Letters.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** One small fleet from its segments to the rows of the tables, by hand. */
class BackupComparisonTest {
  private static final Offset<Double> EXACT = within(1e-12);

  //            position 0   1
  // vm1, snapshot 0     ab  cd
  // vm1, snapshot 1     ab  ce
  // vm2, snapshot 0     ab
  private static final List<SegmentReferences> FLEET =
      List.of(
          segment("vm1", 0, 0, "ab"),
          segment("vm1", 0, 1, "cd"),
          segment("vm1", 1, 0, "ab"),
          segment("vm1", 1, 1, "ce"),
          segment("vm2", 0, 0, "ab"));

  @Test
  void everyColumnOfEveryRow() {
    // Levels 1 and 2 leave abcde of vm1 and ab of vm2. 5 unique chunks, sigma .4: k = 2, a and b.
    BackupRules rules = BackupRules.published();
    PopularStore popular = Findings.popular("ab", 1000);
    BackupTally tally = Findings.of(FLEET, rules, popular).tally();
    BackupComparison comparison =
        new BackupComparison(
            rules,
            .4,
            2,
            tally,
            new Volume(2, 200),
            new Volume(5, 500),
            new Volume(6, 600),
            4,
            new IndexMemory(50, 30, 20, 1));
    // raw 1000; a perfect scheme stores 500 and removes 500.
    // Index, 2 machines: perfect ceil(5/2) * 50; level 2: 2 segments * 30, 11 recipes of
    // 10 chunks / 5 segments * 20; popular ceil(2/2) * 50; SRB 4 * 50.
    check(comparison.results().get(0), "perfect", 500, .5, 1, 150);
    check(comparison.results().get(1), "vc-l1", 800, .2, .4, 0);
    check(comparison.results().get(2), "vc-l2", 700, .3, .6, 60 + 440);
    check(comparison.results().get(3), "vc", 500, .5, 1, 60 + 440 + 50);
    check(comparison.results().get(4), "srb", 600, .4, .8, 200);
    assertThat(comparison.results())
        .extracting(BackupResult::sigma)
        .containsExactly(null, null, null, .4, null);
    assertThat(comparison.stages())
        .containsExactly(
            new BackupStage("checksum+similar", .4, "l1", 10, 1000, 8, 800, 1 - .8, 1 - .8, .4),
            new BackupStage("checksum+similar", .4, "l2", 8, 800, 7, 700, 1 - .875, 1 - .7, .6),
            new BackupStage("checksum+similar", .4, "l3", 7, 700, 5, 500, 1 - 5. / 7, .5, 1));
  }

  @Test
  void theShareOfPopularChunksGivesCoverageAndAlpha() {
    // 7 references left, 4 of them to a and b: stored 7 - 4 + 2.
    PopularShare share = PopularShare.NONE.plus(100, 2).plus(100, 2);
    Volume left = new Volume(7, 700);
    assertThat(share.stored(left)).isEqualTo(new Volume(5, 500));
    assertThat(share.coverage(left)).isEqualTo(4. / 7);
    // alpha = 1 - ln(4/7) / ln(2/5) = 1 - .559616 / .916291
    assertThat(share.zipf(left, 5).alpha()).isCloseTo(.389260, within(1e-6));
  }

  @Test
  void withoutDuplicatesNothingIsMissed() {
    Savings savings = new Savings(300, 300);
    assertThat(savings.efficiency(300)).isEqualTo(1);
    assertThat(savings.reduction(300)).isZero();
    assertThat(new Savings(0, 0).reduction(0)).isZero();
  }

  @Test
  void searchingLessHoldsLess() {
    BackupTally tally = Findings.of(FLEET).tally();
    assertThat(indexBytes(tally, LocalSearch.NONE)).isZero();
    assertThat(indexBytes(tally, LocalSearch.SAME_POSITION)).isEqualTo(40);
  }

  private static long indexBytes(BackupTally tally, LocalSearch search) {
    return new BackupComparison(
            BackupRules.published().with(search),
            0,
            2,
            tally,
            Volume.NONE,
            new Volume(5, 500),
            Volume.NONE,
            0,
            new IndexMemory(50, 30, 20, 1))
        .results()
        .get(2)
        .indexBytesPerMachine();
  }

  private static void check(
      BackupResult row,
      String scheme,
      long storedBytes,
      double reduction,
      double efficiency,
      long indexBytes) {
    assertThat(row.scheme()).isEqualTo(scheme);
    assertThat(row.machines()).isEqualTo(2);
    assertThat(row.rawBytes()).isEqualTo(1000);
    assertThat(row.zeroBytes()).isZero();
    assertThat(row.storedBytes()).isEqualTo(storedBytes);
    assertThat(row.reduction()).isCloseTo(reduction, EXACT);
    assertThat(row.efficiency()).isCloseTo(efficiency, EXACT);
    assertThat(row.indexBytesPerMachine()).isEqualTo(indexBytes);
  }
}
