package dev.varve.simulation.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.simulation.placement.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlicePlacerTest {
  private static final SliceRules SPREAD = new SliceRules(0, 0);

  /** A layer's home is its digest modulo the servers. */
  private static Placement homes(int servers) {
    return new Placement() {
      @Override
      public int shards() {
        return 1;
      }

      @Override
      public void place(long block, int[] machines, int from) {
        machines[from] = (int) (block % servers);
      }
    };
  }

  /**
   * Three servers, home 1. Largest first: 50 to server 1 (all are empty, home first), 40 to 2, 30
   * to 0, 20 to 0 (30 is the smallest slice), 10 to 2 (40 against 50 and 50).
   */
  @Test
  void newFilesGoLargestFirstToTheSmallestSlice() {
    SlicePlacer placer = new SlicePlacer(3, SPREAD, homes(3), 0);
    for (long bytes : new long[] {50, 40, 30, 20, 10}) {
      placer.add(bytes, bytes, 1, false);
    }
    SlicedLayer layer = placer.place(0, 1);
    assertThat(layer.home()).isEqualTo(1);
    assertThat(layer.slices())
        .containsExactly(
            new Slice(0, 2, 50, 2, 50), new Slice(1, 1, 50, 1, 50), new Slice(2, 2, 50, 2, 50));
    assertThat(layer.master()).isZero();
  }

  /**
   * The second layer finds content 7 on server 0, where the first layer put it; its two paths count
   * twice in the slice and not at all as new. Its new file of 5 goes to server 1, its home, as the
   * slice there is empty.
   */
  @Test
  void storedFilesJoinTheSliceWhereTheyLie() {
    SlicePlacer placer = new SlicePlacer(2, SPREAD, homes(2), 1);
    placer.add(7, 100, 1, true);
    assertThat(placer.place(0, 0).slices()).containsExactly(new Slice(0, 1, 100, 1, 100));
    placer.add(7, 100, 2, true);
    placer.add(8, 5, 1, false);
    SlicedLayer second = placer.place(1, 1);
    assertThat(second.slices())
        .containsExactly(new Slice(0, 2, 200, 0, 0), new Slice(1, 1, 5, 1, 5));
    assertThat(second.master()).isZero();
  }

  @Test
  void smallLayersStayTogetherAtHome() {
    List<SliceRules> rules = List.of(new SliceRules(60, 0), new SliceRules(0, 3));
    for (SliceRules rule : rules) {
      SlicePlacer placer = new SlicePlacer(4, rule, homes(4), 0);
      placer.add(1, 30, 1, false);
      placer.add(2, 20, 1, false);
      placer.add(3, 10, 1, false);
      assertThat(placer.place(0, 2).slices()).containsExactly(new Slice(2, 3, 60, 3, 60));
      placer.add(4, 31, 1, false);
      placer.add(5, 20, 1, false);
      placer.add(6, 10, 1, false);
      placer.add(7, 1, 1, false);
      assertThat(placer.place(1, 2).slices()).hasSize(4);
    }
  }

  /** Ten large files are stored; one new file of 10 bytes is few, whatever the layer has. */
  @Test
  void fewNewBytesOfALargeLayerGoHome() {
    SlicePlacer placer = new SlicePlacer(2, new SliceRules(10, 0), homes(2), 10);
    for (int file = 0; file < 10; file++) {
      placer.add(file, 1000, 1, true);
    }
    placer.place(0, 0);
    for (int file = 0; file < 10; file++) {
      placer.add(file, 1000, 1, true);
    }
    placer.add(99, 10, 1, false);
    assertThat(placer.place(1, 1).slices())
        .containsExactly(new Slice(0, 5, 5000, 0, 0), new Slice(1, 6, 5010, 1, 10));
  }

  @Test
  void aLayerWithoutFilesHasAMasterAlone() {
    SlicedLayer empty = new SlicePlacer(3, SPREAD, homes(3), 0).place(0, 2);
    assertThat(empty).isEqualTo(new SlicedLayer(0, 2, 2, List.of()));
  }

  @Test
  void filesOutOfOrderAreRefused() {
    SlicePlacer placer = new SlicePlacer(3, SPREAD, homes(3), 0);
    placer.add(1, 1, 1, false);
    assertThatThrownBy(() -> placer.add(2, 2, 1, false)).hasMessageContaining("largest first");
  }

  /** Against the rules written down again with maps: 200 layers of up to 60 files, five servers. */
  @Test
  void layersOfAnyKindAreThoseOfAPlainReading() {
    SplittableRandom random = new SplittableRandom(5);
    SliceRules rules = new SliceRules(3000, 8);
    SlicePlacer placer = new SlicePlacer(5, rules, homes(5), 500);
    Map<Long, Integer> serverOf = new HashMap<>();
    for (int layer = 0; layer < 200; layer++) {
      TreeMap<Long, Long> copiesOf = new TreeMap<>();
      int files = random.nextInt(60);
      for (int file = 0; file < files; file++) {
        copiesOf.merge(random.nextLong(500), 1L, Long::sum);
      }
      List<Long> keys = new ArrayList<>(copiesOf.keySet());
      keys.sort((a, b) -> Long.compare(size(b), size(a)));
      keys.forEach(key -> placer.add(key, size(key), copiesOf.getOrDefault(key, 0L), true));
      SlicedLayer placed = placer.place(layer, layer);
      assertThat(placed.slices()).isEqualTo(expected(layer, copiesOf, keys, rules, serverOf));
    }
  }

  private static long size(long key) {
    return 1 + key * 37 % 1009;
  }

  private static List<Slice> expected(
      int layer,
      Map<Long, Long> copiesOf,
      List<Long> largestFirst,
      SliceRules rules,
      Map<Long, Integer> serverOf) {
    long[][] tally = new long[5][4];
    List<Long> fresh = largestFirst.stream().filter(key -> !serverOf.containsKey(key)).toList();
    for (long key : largestFirst) {
      if (serverOf.containsKey(key)) {
        tally[serverOf.getOrDefault(key, -1)][0] += copiesOf.getOrDefault(key, 0L);
        tally[serverOf.getOrDefault(key, -1)][1] += size(key) * copiesOf.getOrDefault(key, 0L);
      }
    }
    long files = copiesOf.values().stream().mapToLong(n -> n).sum();
    long bytes = copiesOf.entrySet().stream().mapToLong(e -> e.getValue() * size(e.getKey())).sum();
    long freshBytes = fresh.stream().mapToLong(SlicePlacerTest::size).sum();
    boolean home =
        bytes <= rules.wholeBytes()
            || freshBytes <= rules.wholeBytes()
            || files <= rules.wholeFiles()
            || fresh.size() <= rules.wholeFiles();
    for (long key : fresh) {
      int best = layer % 5;
      for (int step = 1; step < 5 && !home; step++) {
        int server = (layer + step) % 5;
        best = tally[server][1] < tally[best][1] ? server : best;
      }
      tally[best][0] += copiesOf.getOrDefault(key, 0L);
      tally[best][1] += size(key) * copiesOf.getOrDefault(key, 0L);
      tally[best][2]++;
      tally[best][3] += size(key);
      serverOf.put(key, best);
    }
    List<Slice> slices = new ArrayList<>();
    for (int server = 0; server < 5; server++) {
      long[] of = tally[server];
      if (of[0] > 0) {
        slices.add(new Slice(server, of[0], of[1], of[2], of[3]));
      }
    }
    return slices;
  }
}
