package dev.varve.simulation.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryVectorTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.01, 0.001})
  void itAffirmsAllItHoldsAndEpsOfTheRest(double eps) {
    int chunks = 20_000;
    SummaryVector numbered = new SummaryVector(chunks, eps);
    long[] keys = new long[chunks];
    for (int i = 0; i < chunks; i++) {
      keys[i] = i; // mere numbers, the hardest for a weak hash
    }
    numbered.add(ChunkReferences.of(keys, new int[chunks]));
    int affirmed = 0;
    for (int i = 0; i < 400_000; i++) {
      affirmed += numbered.mayContain(i) ? 1 : 0;
    }
    int others = 400_000 - chunks;
    double sigma = Math.sqrt(eps * others);
    assertThat((double) affirmed - chunks).isCloseTo(eps * others, within(6 * sigma + eps * 400));
    assertThat(numbered.falsePositiveRatio()).isCloseTo(eps, within(eps / 8));
    // n log2(1/eps) / ln 2 bits
    double bits = chunks * -Math.log(eps) / Math.log(2) / Math.log(2);
    assertThat((double) numbered.bytes()).isCloseTo(bits / 8, within(9.0));
  }

  @Test
  void theOrHoldsWhatBothHold() {
    List<ChunkReferences> chain = Chains.chain(Chains.random("or", 0), 3, 500, 200);
    SummaryVector or = new SummaryVector(900, 0.01);
    SummaryVector whole = new SummaryVector(900, 0.01);
    for (ChunkReferences snapshot : chain) {
      SummaryVector vector = new SummaryVector(900, 0.01);
      vector.add(snapshot);
      or.or(vector);
      whole.add(snapshot);
    }
    RandomGenerator random = Chains.random("or", 1);
    for (int i = 0; i < 20_000; i++) {
      long key = random.nextLong();
      assertThat(or.mayContain(key)).isEqualTo(whole.mayContain(key));
    }
    assertThat(chain).allMatch(snapshot -> Arrays.stream(snapshot.keys()).allMatch(or::mayContain));
    assertThatThrownBy(() -> or.or(new SummaryVector(800, 0.01)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void groupsKeepWhatAnyOfThemRefersTo() {
    for (int number = 0; number < 100; number++) {
      RandomGenerator random = Chains.random("groups", number);
      int groups = 1 + random.nextInt(4);
      MarkAndSweep marks = new MarkAndSweep(groups);
      List<List<ChunkReferences>> live = new ArrayList<>();
      for (int group = 0; group < groups; group++) {
        live.add(Chains.tangle(random));
        marks.mark(group, live.get(group));
      }
      ChunkReferences stored = Chains.tangle(random).get(0);
      BitSet contained = new BitSet();
      for (int chunk = 0; chunk < stored.chunks(); chunk++) {
        contained.set(chunk, random.nextInt(4) > 0);
      }
      sweep(marks, live, stored, contained);
      int dirty = random.nextInt(groups);
      live.set(dirty, live.get(dirty).subList(0, live.get(dirty).size() / 2));
      marks.mark(dirty, live.get(dirty));
      long references = live.get(dirty).stream().mapToLong(ChunkReferences::chunks).sum();
      assertThat(sweep(marks, live, stored, contained).references()).isEqualTo(references);
    }
  }

  private static MarkAndSweep.Sweep sweep(
      MarkAndSweep marks,
      List<List<ChunkReferences>> live,
      ChunkReferences stored,
      BitSet contained) {
    Set<Long> needed = new HashSet<>();
    live.forEach(
        group ->
            group.forEach(
                snapshot -> {
                  for (long key : snapshot.keys()) {
                    needed.add(key);
                  }
                }));
    BitSet kept = new BitSet();
    long freed = 0;
    for (int chunk = 0; chunk < stored.chunks(); chunk++) {
      boolean dead = contained.get(chunk) && !needed.contains(stored.keys()[chunk]);
      freed += dead ? stored.bytes()[chunk] : 0;
      kept.set(chunk, contained.get(chunk) && !dead);
    }
    MarkAndSweep.Sweep sweep = marks.sweep(stored, contained);
    assertThat(contained).isEqualTo(kept);
    assertThat(sweep.freedBytes()).isEqualTo(freed);
    return sweep;
  }

  @Test
  void referencesAreASet() {
    ChunkReferences set = ChunkReferences.of(new long[] {5, -3, 5, 0}, new int[] {50, 30, 50, 1});
    assertThat(set).isEqualTo(new ChunkReferences(new long[] {-3, 0, 5}, new int[] {30, 1, 50}));
    assertThat(set.totalBytes()).isEqualTo(81);
    assertThatThrownBy(() -> ChunkReferences.of(new long[1], new int[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
