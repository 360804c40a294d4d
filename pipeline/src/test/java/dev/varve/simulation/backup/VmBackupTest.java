package dev.varve.simulation.backup;

import static dev.varve.simulation.backup.Letters.segment;
import static dev.varve.simulation.backup.Letters.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases worked by hand. A chunk is a letter of 100 bytes; a word is a segment. */
class VmBackupTest {
  private static final BackupRules RULES = BackupRules.published();
  private static final BackupRules BITS = RULES.with(VersionDetection.DIRTY_BITS);

  @Test
  void anEqualSegmentAtTheSamePositionIsAReference() {
    //             position 0   1   2
    // snapshot 0           ab  cd
    // snapshot 1           ab  ce  cd
    Findings found =
        Findings.of(
            List.of(
                segment("vm", 0, 0, "ab"),
                segment("vm", 0, 1, "cd"),
                segment("vm", 1, 0, "ab"),
                segment("vm", 1, 1, "ce"),
                segment("vm", 1, 2, "cd")));
    BackupTally tally = found.tally();
    assertThat(tally.segments()).isEqualTo(5);
    assertThat(tally.largestSegments()).isEqualTo(3);
    // Both of the first snapshot; ce, which changed; cd, which has another position.
    assertThat(tally.dirtySegments()).isEqualTo(4);
    assertThat(tally.raw()).isEqualTo(new Volume(10, 1000));
    assertThat(tally.afterVersion()).isEqualTo(new Volume(8, 800));
    // ce: c from cd at the same position; cd: both from cd at position 1, by its min-hash.
    assertThat(found.leftovers).hasToString("abcde");
    assertThat(tally.afterSimilarity()).isEqualTo(new Volume(5, 500));
    assertThat(tally.written()).isEqualTo(new Volume(5, 500));
    assertThat(tally.popular()).isEqualTo(Volume.NONE);
  }

  @Test
  void movedDataIsFoundByMinHashAndByNothingElse() {
    //             position 0    5    7    8
    // snapshot 0           abc  xyz
    // snapshot 1           abc       aqz  bxy
    // aqz: min-hash a, candidate abc: q and z are left, though xyz held z.
    // bxy: min-hash b, no candidate: all is left, though the parent held each.
    List<SegmentReferences> segments =
        List.of(
            segment("vm", 0, 0, "abc"),
            segment("vm", 0, 5, "xyz"),
            segment("vm", 1, 0, "abc"),
            segment("vm", 1, 7, "aqz"),
            segment("vm", 1, 8, "bxy"));
    assertThat(Findings.of(segments).leftovers).hasToString("abcxyz" + "qz" + "bxy");
    assertThat(Findings.of(segments, RULES.with(LocalSearch.SAME_POSITION)).leftovers)
        .hasToString("abcxyz" + "aqz" + "bxy");
  }

  @Test
  void withoutSearchAChangedSegmentIsLeftWhole() {
    List<SegmentReferences> segments =
        List.of(
            segment("vm", 0, 0, "abc"),
            segment("vm", 0, 1, "de"),
            segment("vm", 1, 0, "abd"),
            segment("vm", 1, 1, "de"));
    assertThat(Findings.of(segments, RULES.with(LocalSearch.NONE)).leftovers)
        .hasToString("abcde" + "abd");
    assertThat(Findings.of(segments, RULES.with(LocalSearch.SAME_POSITION)).leftovers)
        .hasToString("abcde" + "d");
  }

  @Test
  void tenCandidatesAtMostAndTheSamePosition() {
    // The parent holds ab ac ad ... al at 0 to 10: eleven of min-hash a; al is past the limit.
    List<SegmentReferences> segments = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      segments.add(segment("vm", 0, i, "a" + (char) ('b' + i)));
    }
    List<SegmentReferences> elsewhere = new ArrayList<>(segments);
    elsewhere.add(segment("vm", 1, 11, "akl"));
    assertThat(Findings.of(elsewhere).leftovers).hasToString("abacadaeafagahaiajakal" + "l");
    List<SegmentReferences> same = new ArrayList<>(segments);
    same.add(segment("vm", 1, 10, "akl"));
    assertThat(Findings.of(same).leftovers).hasToString("abacadaeafagahaiajakal");
  }

  @Test
  void aFirstSnapshotGoesStraightToThePopularData() {
    // Its own repeats are stored again, unless they are popular.
    List<SegmentReferences> segments =
        List.of(segment("vm", 0, 0, "aab"), segment("vm", 0, 1, "aab"));
    BackupTally without = Findings.of(segments).tally();
    assertThat(without.afterVersion()).isEqualTo(new Volume(6, 600));
    assertThat(without.written()).isEqualTo(new Volume(6, 600));
    BackupTally with = Findings.of(segments, RULES, Findings.popular("a", 1000)).tally();
    assertThat(with.afterSimilarity()).isEqualTo(new Volume(6, 600));
    assertThat(with.popular()).isEqualTo(new Volume(4, 400));
    assertThat(with.written()).isEqualTo(new Volume(2, 200));
    assertThat(with.coverage()).isEqualTo(4. / 6);
  }

  @Test
  void onlyTheDirectParentOfTheSameVmCounts() {
    // b is gone in snapshot 1 and back in 2; the other VM held it all the time.
    Findings found =
        Findings.of(
            List.of(
                segment("other", 0, 0, "ab"),
                segment("vm", 0, 0, "ab"),
                segment("vm", 1, 0, "ac"),
                segment("vm", 2, 0, "ab")));
    assertThat(found.leftovers).hasToString("ab" + "ab" + "c" + "b");
  }

  @Test
  void aSnapshotThatDidNotComeHeldNothing() {
    assertThat(Findings.of(List.of(segment("vm", 0, 0, "ab"), segment("vm", 2, 0, "ab"))).leftovers)
        .hasToString("abab");
    assertThat(
            Findings.of(
                    List.of(
                        segment("vm", 0, 0, "ab"),
                        zeros("vm", 1, 0, 200),
                        segment("vm", 2, 0, "ab")))
                .leftovers)
        .hasToString("abab");
  }

  @Test
  void zeroDataIsCountedApart() {
    //             position 0    1     2
    // snapshot 0           a.b  ....  (zeros, 700 bytes without chunks)
    // snapshot 1           .ab  c...  (zeros, 700 bytes without chunks)
    Findings found =
        Findings.of(
            List.of(
                segment("vm", 0, 0, "a.b"),
                segment("vm", 0, 1, "...."),
                zeros("vm", 0, 2, 700),
                segment("vm", 1, 0, ".ab"),
                segment("vm", 1, 1, "c..."),
                zeros("vm", 1, 2, 700)));
    BackupTally tally = found.tally();
    assertThat(tally.segments()).as("with data").isEqualTo(3);
    assertThat(tally.raw()).isEqualTo(new Volume(5, 500));
    // Chunks: 1 + 4 and 1 + 3; bytes: 100 + 400 + 700 and 100 + 300 + 700.
    assertThat(tally.zero()).isEqualTo(new Volume(9, 2300));
    assertThat(found.leftovers).hasToString("abc");
    assertThat(tally.written()).isEqualTo(new Volume(3, 300));
  }

  @Test
  void dirtyBitsStandInForChecksums() {
    //             position 0         1       2         3
    // snapshot 0           ab        cd      ef        gh
    // snapshot 1           ab clear  cx set  ef set    gh unknown
    List<SegmentReferences> segments =
        List.of(
            segment("vm", 0, 0, "ab"),
            segment("vm", 0, 1, "cd"),
            segment("vm", 0, 2, "ef"),
            segment("vm", 0, 3, "gh"),
            segment("vm", 1, 0, "ab", DirtyBit.CLEAR),
            segment("vm", 1, 1, "cx", DirtyBit.SET),
            segment("vm", 1, 2, "ef", DirtyBit.SET),
            segment("vm", 1, 3, "gh"));
    // By bits, ef was written to, though with the same bytes: level 2 finds it again.
    BackupTally bits = Findings.of(segments, BITS).tally();
    assertThat(bits.afterVersion()).isEqualTo(new Volume(12, 1200));
    assertThat(bits.afterSimilarity()).isEqualTo(new Volume(9, 900));
    BackupTally checksums = Findings.of(segments).tally();
    assertThat(checksums.afterVersion()).isEqualTo(new Volume(10, 1000));
    assertThat(checksums.afterSimilarity()).isEqualTo(new Volume(9, 900));
  }

  @Test
  void aCleanBitOverOtherContentIsNotBelieved() {
    List<SegmentReferences> segments =
        List.of(segment("vm", 0, 4, "ab"), segment("vm", 1, 4, "ac", DirtyBit.CLEAR));
    assertThat(Findings.of(segments, BITS).tally().afterVersion()).isEqualTo(new Volume(4, 400));
    assertThat(Findings.of(segments, BITS).leftovers).hasToString("abc");
  }

  @Test
  void blocksAreFollowedThroughChainsOfReferences() {
    // Blocks of 200 bytes, two chunks each; a is popular, alone in popular block 0, z in block 0
    // too, y in block 1.
    //             position 0    1          private store afterwards
    // snapshot 0           abc  de         b c | d e
    // snapshot 1           abc  dfg        b c | d e | f g
    // snapshot 2           fbz  dfg        the same: f by min-hash? no: see below
    // Snapshot 2, fbz: min-hash b, no candidate but abc at its position: b is found in block 0;
    // z is popular; f is new to the candidates and is stored again: b c | d e | f g | f.
    Findings found =
        Findings.of(
            List.of(
                segment("vm", 0, 0, "abc"),
                segment("vm", 0, 1, "de"),
                segment("vm", 1, 0, "abc"),
                segment("vm", 1, 1, "dfg"),
                segment("vm", 2, 0, "fbz"),
                segment("vm", 2, 1, "dfg")),
            new BackupRules(VersionDetection.CHECKSUM, LocalSearch.SIMILAR, 10, 200),
            Findings.popular("azy", 200));
    assertThat(found.stores.get("vm")).containsExactly(200, 200, 200, 100);
    assertThat(found.snapshots).extracting(SnapshotBackup::snapshot).containsExactly(0, 1, 2);
    assertThat(found.snapshots.get(0).privateBlocks()).containsExactly(0, 1);
    assertThat(found.snapshots.get(0).popularBlocks()).containsExactly(0);
    // abc: a popular, b and c in block 0; d in block 1; f and g in block 2.
    assertThat(found.snapshots.get(1).privateBlocks()).containsExactly(0, 1, 2);
    assertThat(found.snapshots.get(1).popularBlocks()).containsExactly(0);
    // f in block 3, b in block 0; d in block 1, f and g in block 2; z popular.
    assertThat(found.snapshots.get(2).privateBlocks()).containsExactly(0, 1, 2, 3);
    assertThat(found.snapshots.get(2).popularBlocks()).containsExactly(0);
    assertThat(found.snapshots.get(2).tally().popular()).isEqualTo(new Volume(1, 100));
    assertThat(found.snapshots.get(2).tally().written()).isEqualTo(new Volume(1, 100));
  }

  @Test
  void segmentsOutOfOrderAreRefused() {
    refused(segment("vm", 1, 3, "a"), segment("vm", 1, 3, "a"));
    refused(segment("vm", 1, 3, "a"), segment("vm", 1, 2, "a"));
    refused(segment("vm", 1, 3, "a"), segment("vm", 0, 4, "a"));
    VmBackup backup = new VmBackup("vm", RULES, PopularStore.empty(), snapshot -> {});
    assertThatThrownBy(() -> backup.add(segment("other", 0, 0, "a")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void refused(SegmentReferences first, SegmentReferences second) {
    assertThatThrownBy(() -> Findings.of(List.of(first, second)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("after segment 3 of snapshot 1 of vm");
  }
}
