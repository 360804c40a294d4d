package dev.varve.content.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures, bands and buckets against all pairs of sets that are compared one by one. */
class NearSetsTest {
  private static final Banding BANDS = new Banding(32, 4);

  /** As datasketch 1.6 has them, and the formula of its documentation. */
  @ParameterizedTest
  @CsvSource({
    "32, 4, 0.5, 0.8732",
    "32, 4, 0.7, 0.9998",
    "20, 5, 0.5, 0.4701",
    "20, 5, 0.8, 0.9996",
    "16, 8, 0.7, 0.6133",
    "8, 16, 0.9, 0.8059"
  })
  void theChanceOfBeingComparedIsTheOnePublished(int bands, int rows, double of, double chance) {
    assertThat(new Banding(bands, rows).probability(of)).isCloseTo(chance, within(5e-5));
  }

  /** A = {1..9}, B = {1..10}: 9/10. With 4096 values the deviation is 0.0047, four of it 0.019. */
  @Test
  void theShareOfCommonValuesIsTheSimilarity() {
    byte[] nine = signature(4096, things(0, 9));
    byte[] ten = signature(4096, things(0, 10));
    assertThat(equal(nine, ten)).isCloseTo(0.9, within(0.019));
    assertThat(BucketPairs.estimate(Banding.sketch(nine), Banding.sketch(ten)))
        .isCloseTo(0.9, within(0.019));
    assertThat(equal(nine, signature(4096, things(100, 110)))).isZero();
    assertThat(BucketPairs.estimate(Banding.sketch(nine), Banding.sketch(nine))).isEqualTo(1);
  }

  @Test
  void aSignatureDoesNotDependOnOrderRepeatsOrParts() {
    MinHash parts = new MinHash(8);
    parts.addAll(signature(8, things(5, 9)));
    parts.addAll(signature(8, things(0, 6)));
    assertThat(parts.bytes()).isEqualTo(signature(8, things(0, 9)));
    parts.clear();
    assertThat(parts.bytes()).isEqualTo(new MinHash(8).bytes());
  }

  /**
   * 600 sets in families that drift apart. The chance of the formula at 0.7 is 0.9998, and more
   * above; an estimate four deviations too low is rarer still.
   */
  @Test
  void pairsAboveTheThresholdAreFound() {
    List<Set<Integer>> sets = families(new Random(7), 60, 10);
    double threshold = 0.7;
    Set<Long> near = new HashSet<>();
    for (int one = 0; one < sets.size(); one++) {
      for (int other = 0; other < one; other++) {
        if (similarity(sets.get(one), sets.get(other)) >= threshold) {
          near.add(pair(one, other));
        }
      }
    }
    List<CandidatePair> found = new ArrayList<>();
    BucketPairs pairs = new BucketPairs(threshold, BANDS.values(), 1000);
    members(sets).forEach(member -> pairs.add(member, found::add));
    Set<Long> compared = new HashSet<>();
    found.forEach(one -> compared.add(pair(one.later(), one.earlier())));
    assertThat(near).hasSizeGreaterThan(300);
    assertThat(near.stream().filter(one -> !compared.contains(one)).count()).isLessThan(2);
    // Little that is not near is compared thing by thing.
    assertThat(compared).hasSizeLessThan(2 * near.size());
    assertThat(pairs.pairsLeftOut()).isZero();
    assertThat(found)
        .allMatch(one -> sets.get(one.later()).size() >= sets.get(one.earlier()).size());
  }

  /** Five equal sets in each of 32 buckets, two before each: 0 + 1 + 2 + 2 + 2 pairs, 1 + 2 not. */
  @Test
  void aFullBucketIsCutAndCounted() {
    List<Set<Integer>> same = List.of(set(9), set(9), set(9), set(9), set(9));
    List<CandidatePair> found = new ArrayList<>();
    BucketPairs pairs = new BucketPairs(0.7, BANDS.values(), 2);
    members(same).forEach(member -> pairs.add(member, found::add));
    assertThat(found).hasSize(32 * 7);
    assertThat(pairs.pairsLeftOut()).isEqualTo(32 * 3);
  }

  /** 6 of 9 contents at most are common: 0.67. */
  @Test
  void setsOfTooDifferentSizeAreNoPair() {
    byte[] sketch = new byte[128];
    List<CandidatePair> found = new ArrayList<>();
    BucketPairs pairs = new BucketPairs(0.7, 128, 10);
    pairs.add(new BucketMember(0, 5, 6, 1, sketch), found::add);
    pairs.add(new BucketMember(0, 5, 7, 2, sketch), found::add);
    pairs.add(new BucketMember(0, 5, 9, 0, sketch), found::add);
    assertThat(found).extracting(CandidatePair::later).containsExactly(2, 0);
    assertThat(found).extracting(CandidatePair::earlier).containsExactly(1, 2);
    assertThatThrownBy(() -> pairs.add(new BucketMember(0, 5, 8, 3, sketch), found::add))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** 5 of 10 contents may all be common: a half, which is enough. */
  @Test
  void setsWhoseSizesJustAllowTheSimilarityAreAPair() {
    List<CandidatePair> found = new ArrayList<>();
    BucketPairs pairs = new BucketPairs(0.5, 128, 10);
    pairs.add(new BucketMember(0, 5, 5, 1, new byte[128]), found::add);
    pairs.add(new BucketMember(0, 5, 10, 2, new byte[128]), found::add);
    assertThat(found).hasSize(1);
    assertThatThrownBy(() -> pairs.add(new BucketMember(0, 5, 10, 2, new byte[128]), found::add))
        .hasMessage("layer 2 after 2");
  }

  private static List<BucketMember> members(List<Set<Integer>> sets) {
    List<BucketMember> members = new ArrayList<>();
    for (int layer = 0; layer < sets.size(); layer++) {
      byte[] signature = signature(BANDS.values(), sets.get(layer));
      List<Long> buckets = BANDS.buckets(signature);
      for (int band = 0; band < buckets.size(); band++) {
        members.add(
            new BucketMember(
                band, buckets.get(band), sets.get(layer).size(), layer, Banding.sketch(signature)));
      }
    }
    members.sort(
        Comparator.comparingInt(BucketMember::band)
            .thenComparingLong(BucketMember::bucket)
            .thenComparingLong(BucketMember::contents)
            .thenComparingInt(BucketMember::layer));
    return members;
  }

  /** Each member of a family changes some things of the one before. */
  private static List<Set<Integer>> families(Random random, int families, int members) {
    List<Set<Integer>> sets = new ArrayList<>();
    for (int family = 0; family < families; family++) {
      List<Integer> things =
          new ArrayList<>(things(random.nextInt(1 << 30), 5 + random.nextInt(200)));
      for (int member = 0; member < members; member++) {
        for (int change = random.nextInt(1 + things.size() / 8); change >= 0; change--) {
          things.set(random.nextInt(things.size()), random.nextInt());
        }
        sets.add(new HashSet<>(things));
      }
    }
    return sets;
  }

  private static double similarity(Set<Integer> one, Set<Integer> other) {
    long both = one.stream().filter(other::contains).count();
    return (double) both / (one.size() + other.size() - both);
  }

  private static long pair(int one, int other) {
    return (long) Math.max(one, other) << 32 | Math.min(one, other);
  }

  private static Set<Integer> set(int things) {
    return things(0, things);
  }

  /** So many, or up to the second number where it is larger than the first. */
  private static Set<Integer> things(int from, int to) {
    Set<Integer> things = new HashSet<>();
    int end = to > from ? to : from + to;
    for (int thing = from; thing < end; thing++) {
      things.add(thing);
    }
    return things;
  }

  private static byte[] signature(int values, Set<Integer> things) {
    MinHash signature = new MinHash(values);
    // Fingerprints are digests: numbers that look random.
    things.forEach(
        thing ->
            signature.add(
                ByteBuffer.allocate(16).putLong(new Random(thing).nextLong()).putLong(9).array()));
    return signature.bytes();
  }

  private static double equal(byte[] one, byte[] other) {
    ByteBuffer of = ByteBuffer.wrap(one);
    ByteBuffer with = ByteBuffer.wrap(other);
    int equal = 0;
    while (of.hasRemaining()) {
      equal += of.getLong() == with.getLong() ? 1 : 0;
    }
    return (double) equal * Long.BYTES / one.length;
  }
}
