package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each policy's rule on a sequence that is worked out by hand. */
class CacheCasesTest {
  /** Reference string and counts of faults of a textbook: Silberschatz et al., OS Concepts, 9.4. */
  private static final int[] TEXTBOOK = {
    7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1
  };

  private final List<Integer> evicted = new ArrayList<>();

  private CachePolicy policy(String name, long capacityBytes, long... sizes) {
    return CachePolicies.named(name, sizes, capacityBytes, evicted::add);
  }

  private static long[] ones(int objects) {
    long[] sizes = new long[objects];
    Arrays.fill(sizes, 1);
    return sizes;
  }

  @Test
  void lruHasTwelveFaultsAndBeladyNineInTheTextbook() {
    assertThat(Replay.hits(policy("lru", 3, ones(8)), TEXTBOOK).cardinality()).isEqualTo(20 - 12);
    assertThat(Belady.hits(TEXTBOOK, ones(8), 3).cardinality()).isEqualTo(20 - 9);
  }

  @Test
  void lruEvictsUntilTheNewObjectFits() {
    CachePolicy lru = policy("lru", 3, 1, 1, 1, 2, 4);
    Replay.hits(lru, new int[] {0, 1, 2, 0, 3, 4});
    // 0 was used after 1 and 2, which go for the two bytes of 3; 4 is larger than the cache
    assertThat(evicted).containsExactly(1, 2);
    assertThat(lru.usedBytes()).isEqualTo(3);
  }

  @Test
  void sievesHandGoesOnWhereItStood() {
    CachePolicy sieve = policy("sieve", 3, ones(6));
    // 3: the hand unmarks 0 and takes 1; 4: it stands at 2, takes it; 5: it takes 3, the newer
    assertThat(Replay.hits(sieve, new int[] {0, 1, 2, 0, 3, 4, 5, 0}).toString())
        .isEqualTo("{3, 7}");
    assertThat(evicted).containsExactly(1, 2, 3);
  }

  @Test
  void arcsTargetFollowsWhatIsMissed() {
    CachePolicy arc = policy("arc", 2, ones(3));
    // 0 0 1: T1 [1], T2 [0], p 0. 2: T1 is above p, 1 goes to B1. 1 is remembered: p 1, so that T1
    // [2] may stay and 0 goes to B2. 0 is remembered: p 0, 2 goes to B1. 2 is remembered: p 1, T1
    // is empty, and of T2 [0, 1] the older goes
    Replay.hits(arc, new int[] {0, 0, 1, 2, 1, 0, 2});
    assertThat(evicted).containsExactly(1, 0, 2, 1);
  }

  @Test
  void arcTakesFromT1AtItsTargetForWhatT2Lost() {
    CachePolicy arc = policy("arc", 4, ones(5));
    // T1 [3, 2], T2 [1, 0]; 4: 2 goes to B1; 2: p 1, 3 goes to B1; 3: p 2, T1 [4] may stay, 0 goes
    // to B2. 0: p 1, the one byte of T1: as 0 comes from B2, 4 goes
    Replay.hits(arc, new int[] {0, 0, 1, 1, 2, 3, 4, 2, 3, 0});
    assertThat(evicted).containsExactly(2, 3, 0, 4);
  }

  @Test
  void arcsTargetMovesByTheSizeOfTheObject() {
    // 16 bytes an object are one page of the paper: the case of one byte an object, scaled by a
    // power of two, which leaves the rounding of p as it is
    CachePolicy arc = policy("arc", 320, Arrays.stream(ones(60)).map(one -> 16 * one).toArray());
    CachePolicy pages = policy("arc", 20, ones(60));
    RandomGenerator random = new Seed(1).random();
    int[] requests = random.doubles(5000).mapToInt(draw -> (int) (draw * draw * 60)).toArray();
    assertThat(Replay.hits(arc, requests)).isEqualTo(Replay.hits(pages, requests));
  }

  @Test
  void s3FifoLetsOnlyWhatWasHitTwiceOrRememberedIntoTheMainQueue() {
    CachePolicy s3Fifo = policy("s3-fifo", 20, ones(23));
    // 2 bytes are small, 18 main, which 2..19 fill, as nothing was evicted yet
    IntStream.range(0, 20).forEach(s3Fifo::admit);
    s3Fifo.hit(0);
    s3Fifo.hit(0);
    s3Fifo.admit(20); // 0 moves to the main queue, 1 goes and is remembered
    s3Fifo.admit(21); // 19 bytes are in the main queue: its oldest goes, 2
    s3Fifo.admit(1); // remembered, so it enters the main queue; 20 goes, never hit
    s3Fifo.hit(3);
    s3Fifo.admit(22); // 19 again: 3 was hit and comes around, 4 goes
    assertThat(evicted).containsExactly(1, 2, 20, 4);
    assertThat(s3Fifo.contains(3)).isTrue();
  }

  @Test
  void s3FifoRefusesWhatIsNotSmallerThanItsSmallQueue() {
    CachePolicy s3Fifo = policy("s3-fifo", 100, 9, 10);
    assertThat(s3Fifo.admit(0)).isTrue();
    assertThat(s3Fifo.admit(1)).isFalse();
  }

  @Test
  void wTinyLfuTakesWhatWasUsedMoreOftenThanAllThatMustGo() {
    CachePolicy wTinyLfu = policy("w-tinylfu", 100, 33, 33, 33, 33, 66, 100);
    // 1 byte is the window, which none fits; three of 33 fill the other 99
    assertThat(IntStream.range(0, 3).allMatch(wTinyLfu::admit)).isTrue();
    assertThat(wTinyLfu.admit(3)).isFalse(); // used once, as 0, which would go
    assertThat(wTinyLfu.admit(3)).isTrue(); // twice: 0 goes
    assertThat(wTinyLfu.admit(0)).isTrue(); // twice: 1 goes
    wTinyLfu.hit(2); // protected: 3 and 0 are on probation, with two uses each
    for (int uses = 1; uses <= 4; uses++) {
      assertThat(wTinyLfu.admit(4)).isFalse();
    }
    assertThat(wTinyLfu.admit(4)).isTrue(); // five times against four: both go for 66 bytes
    assertThat(evicted).containsExactly(0, 1, 3, 0);
    assertThat(wTinyLfu.admit(5)).isFalse(); // larger than the 99
  }

  @Test
  void useCountsEndAtFifteenAndAreHalvedAfterAPeriod() {
    UseCounts uses = new UseCounts(2);
    IntStream.range(0, 20).forEach(use -> uses.add(0, 22));
    assertThat(uses.count(0)).isEqualTo(15);
    uses.add(1, 22);
    uses.add(1, 22); // the 22nd: all are halved
    assertThat(uses.count(0)).isEqualTo(7);
    assertThat(uses.count(1)).isEqualTo(1);
    uses.add(1, 22);
    assertThat(uses.count(1)).isEqualTo(2);
  }

  @Test
  void pfooGivesTheVolumeToTheCheapestIntervals() {
    // 0 1 0 1: each is to be held over two steps; of three steps of two bytes, 6, the hit of 1
    // costs 2 and that of 0 costs 4, though both never fit at once
    assertThat(PfooBound.of(new int[] {0, 1, 0, 1}, new long[] {2, 1}, 2))
        .isEqualTo(new PfooBound(2, 3));
    // three steps of one byte: one hit of cost 2; half a byte of the other counts as one
    assertThat(PfooBound.of(new int[] {0, 1, 0, 1}, ones(2), 1)).isEqualTo(new PfooBound(1, 2));
    // what is larger than the cache is never held
    assertThat(PfooBound.of(new int[] {0, 1, 0, 1}, new long[] {3, 1}, 2))
        .isEqualTo(new PfooBound(1, 1));
  }
}
