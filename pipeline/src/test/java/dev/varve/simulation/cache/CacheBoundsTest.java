package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing beats a bound, and on worlds small enough to try everything neither does anything. */
class CacheBoundsTest {
  private static final int OBJECTS = 300;

  private static int[] requests(RandomGenerator random, int count, int objects) {
    // squares of uniform numbers: the popular ones are low
    return random.doubles(count).mapToInt(draw -> (int) (draw * draw * draw * objects)).toArray();
  }

  private static BitSet hits(String name, int[] requests, long[] sizes, long capacityBytes) {
    return Replay.hits(CachePolicies.named(name, sizes, capacityBytes, id -> {}), requests);
  }

  private static long bytes(BitSet hits, int[] requests, long[] sizes) {
    return hits.stream().mapToLong(request -> sizes[requests[request]]).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 30, 100, 250})
  void withEqualSizesNoneBeatsBelady(int held) {
    long[] sizes = new long[OBJECTS];
    Arrays.fill(sizes, 1000);
    int[] requests = requests(new Seed(held).random(), 20_000, OBJECTS);
    int most = Belady.hits(requests, sizes, held * 1000L).cardinality();
    assertThat(PfooBound.of(requests, sizes, held * 1000L).hits()).isGreaterThanOrEqualTo(most);
    for (String name : CachePolicies.NAMES.subList(0, CachePolicies.NAMES.size() - 1)) {
      assertThat(hits(name, requests, sizes, held * 1000L).cardinality())
          .as(name)
          .isLessThanOrEqualTo(most);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {20_000, 200_000, 2_000_000})
  void withManySizesNoneBeatsPfooAndNoneTheUnboundedCache(long capacityBytes) {
    RandomGenerator random = new Seed(capacityBytes).random();
    long[] sizes = random.doubles(OBJECTS).mapToLong(draw -> (long) (10 / (draw + 1e-4))).toArray();
    int[] requests = requests(random, 20_000, OBJECTS);
    PfooBound bound = PfooBound.of(requests, sizes, capacityBytes);
    long first = Arrays.stream(requests).distinct().count();
    assertThat(hits("unbounded", requests, sizes, 0).cardinality())
        .isEqualTo(requests.length - (int) first);
    for (String name : CachePolicies.NAMES) {
      BitSet hits = hits(name, requests, sizes, capacityBytes);
      assertThat(hits.cardinality()).as(name).isLessThanOrEqualTo(requests.length - (int) first);
      if (!name.equals("unbounded")) {
        assertThat((long) hits.cardinality()).as(name).isLessThanOrEqualTo(bound.hits());
        assertThat(bytes(hits, requests, sizes)).as(name).isLessThanOrEqualTo(bound.hitBytes());
      }
    }
  }

  @Test
  void everySetOfHitsThatFitsIsBoundedAndBeladyIsTheBestOfEqualSizes() {
    for (int world = 0; world < 300; world++) {
      RandomGenerator random = new Seed(world).random();
      boolean equal = world % 2 == 0;
      long[] sizes = random.longs(5, 1, equal ? 2 : 6).toArray();
      long capacityBytes = random.nextInt(1, equal ? 4 : 10);
      int[] requests = random.ints(12, 0, 5).toArray();
      PfooBound bound = PfooBound.of(requests, sizes, capacityBytes);
      int best = 0;
      for (int held = 0; held < 1 << requests.length; held++) {
        BitSet hits = BitSet.valueOf(new long[] {held});
        if (fits(hits, requests, sizes, capacityBytes, 0)) {
          assertThat((long) hits.cardinality()).isLessThanOrEqualTo(bound.hits());
          assertThat(bytes(hits, requests, sizes)).isLessThanOrEqualTo(bound.hitBytes());
        }
        if (equal && fits(hits, requests, sizes, capacityBytes, 1)) {
          best = Math.max(best, hits.cardinality());
        }
      }
      if (equal) {
        assertThat(Belady.hits(requests, sizes, capacityBytes).cardinality()).isEqualTo(best);
      }
    }
  }

  /**
   * Whether a cache can have exactly these hits: what is held from a request to the next of its
   * object fits beside the others after each request, and so does the object just asked for, when
   * {@code admitted} is 1.
   */
  private static boolean fits(
      BitSet hits, int[] requests, long[] sizes, long capacityBytes, int admitted) {
    long[] load = new long[requests.length];
    BitSet kept = new BitSet();
    for (int hit : hits.stream().toArray()) {
      int from = hit - 1;
      while (from >= 0 && requests[from] != requests[hit]) {
        from--;
      }
      if (from < 0) {
        return false;
      }
      kept.set(from);
      for (int at = from; at < hit; at++) {
        load[at] += sizes[requests[hit]];
      }
    }
    for (int at = 0; at < load.length; at++) {
      long passing = kept.get(at) ? 0 : admitted * sizes[requests[at]];
      if (load[at] + passing > capacityBytes) {
        return false;
      }
    }
    return true;
  }
}
