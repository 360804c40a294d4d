package dev.varve.simulation.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Homes of layers, rebuilt from the sentences of docs/pulls.md, "The ring". */
class HomeOfALayerTest {
  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static long child(long value, long salt, long key) {
    return mix(mix(value + salt) + 0x9e3779b97f4a7c15L * key);
  }

  private static long named(long value, String name) {
    long hash = 0xcbf29ce484222325L;
    for (int letter = 0; letter < name.length(); letter++) {
      hash = (hash ^ name.charAt(letter)) * 0x100000001b3L;
    }
    return child(value, 0x6e616d6500000000L, hash);
  }

  private static long numbered(long value, long number) {
    return child(value, 0x696e646578000000L, number);
  }

  private static int home(long digest, int servers, int virtualNodes, long seed) {
    long placement = named(seed, "placement");
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(servers);
    Map<Long, Integer> ring = new HashMap<>();
    for (int server = 0; server < servers; server++) {
      for (int node = 0; node < virtualNodes; node++) {
        long point = numbered(numbered(named(seed, "ring"), server), node);
        ring.put((point >> bits << bits) + server, server);
      }
    }
    long place = numbered(placement, digest);
    long next = ring.keySet().stream().mapToLong(point -> point).min().orElseThrow();
    for (long point : ring.keySet()) {
      if (point >= place && (next < place || point < next)) {
        next = point;
      }
    }
    return ring.getOrDefault(next, -1);
  }

  private static int ours(long digest, int servers, int virtualNodes, long seed) {
    int[] found = new int[1];
    Placements.named(
            "consistent-hash",
            new Cluster(servers, 1),
            Redundancy.replicas(1),
            new PlacementSettings(virtualNodes, 1),
            new Seed(seed))
        .place(digest, found, 0);
    return found[0];
  }

  @Test
  void agreeOnRandomDigests() {
    SplittableRandom random = new SplittableRandom(5);
    for (int draw = 0; draw < 300; draw++) {
      int servers = 1 + random.nextInt(20);
      int virtualNodes = 1 + random.nextInt(8);
      long digest = random.nextLong();
      assertThat(ours(digest, servers, virtualNodes, draw))
          .isEqualTo(home(digest, servers, virtualNodes, draw));
    }
  }

  /** Python and its package xxhash: digests of the texts "0" to "7", seven servers, 128 points. */
  @ParameterizedTest
  @CsvSource({
    "7765519439065378462, 0",
    "-8357319705599036055, 4",
    "-8783076122260088419, 2",
    "-8298003343972868666, 4",
    "-786678333731716159, 3",
    "-5346368547532371586, 2",
    "-5276612611291467966, 0",
    "-3746643648906496103, 5"
  })
  void agreeWithPython(long digest, int home) {
    assertThat(ours(digest, 7, 128, 1)).isEqualTo(home);
  }
}
