package dev.varve.simulation.backup;

import static dev.varve.simulation.backup.Letters.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.content.matching.ChunkKey;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Blocks, bins, counts, and how a stored segment comes to them. */
class StoresTest {
  @Test
  void aChunkIsNeverSplitAndAFullBlockNeverTakenUpAgain() {
    BlockPacker packer = new BlockPacker(10);
    // 4 6 | 7 | 4 3 3 | 10 | 1
    int[] bytes = {4, 6, 7, 4, 3, 3, 10, 1};
    int[] blocks = {0, 0, 1, 2, 2, 2, 3, 4};
    for (int i = 0; i < bytes.length; i++) {
      assertThat(packer.put(bytes[i])).as("chunk " + i).isEqualTo(blocks[i]);
    }
    assertThat(packer.blocks()).isEqualTo(5);
    assertThat(packer.blockBytes()).containsExactly(10, 7, 10, 10, 1);
    assertThatThrownBy(() -> packer.put(11)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void popularBlocksAreFilledInOrderOfPopularity() {
    PopularStore store = Findings.popular("qmz", 200);
    assertThat(store.block('q')).isZero();
    assertThat(store.block('m')).isZero();
    assertThat(store.block('z')).isEqualTo(1);
    assertThat(store.block('a')).isEqualTo(-1);
    assertThat(store.blockBytes()).containsExactly(200, 100);
  }

  @Test
  void aBinStoresEachChunkOnceInOrderOfArrival() {
    // Blocks of two chunks.      new to the bin   blocks touched
    // vm1, snapshot 0   ab  a.c  a b | c          0 1
    // vm1, snapshot 1   bd             d          0 1
    // vm2, snapshot 0   ef dd    | e f            1 2
    List<SrbSnapshot> rows = new ArrayList<>();
    SrbBin bin = new SrbBin(3, 200, rows::add);
    bin.add(segment("vm1", 0, 0, "ab"));
    bin.add(segment("vm1", 0, 4, "a.c"));
    bin.add(segment("vm1", 1, 0, "bd"));
    bin.add(segment("vm2", 0, 0, "ef"));
    bin.add(segment("vm2", 0, 1, "dd"));
    bin.finish();
    assertThat(bin.chunks()).isEqualTo(6);
    assertThat(bin.blockBytes()).containsExactly(200, 200, 200);
    assertThat(rows).extracting(SrbSnapshot::bin).containsOnly(3);
    assertThat(rows).extracting(SrbSnapshot::vm).containsExactly("vm1", "vm1", "vm2");
    assertThat(rows)
        .extracting(SrbSnapshot::raw)
        .containsExactly(new Volume(4, 400), new Volume(2, 200), new Volume(4, 400));
    assertThat(rows)
        .extracting(SrbSnapshot::written)
        .containsExactly(new Volume(3, 300), new Volume(1, 100), new Volume(2, 200));
    assertThat(rows.get(0).blocks()).containsExactly(0, 1);
    assertThat(rows.get(1).blocks()).containsExactly(0, 1);
    assertThat(rows.get(2).blocks()).containsExactly(1, 2);
  }

  @Test
  void aBinGrowsPastItsFirstTable() {
    List<SrbSnapshot> rows = new ArrayList<>();
    SrbBin bin = new SrbBin(0, 1000, rows::add);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 200; i++) {
        StringBuilder word = new StringBuilder();
        for (int j = 0; j < 50; j++) {
          word.append((char) (1000 + 50 * i + j));
        }
        bin.add(segment("vm", round, i, word.toString()));
      }
    }
    bin.finish();
    assertThat(bin.chunks()).isEqualTo(10_000);
    assertThat(rows.get(1).written()).isEqualTo(Volume.NONE);
    assertThat(rows.get(1).blocks()).hasSize(1000).isEqualTo(rows.get(0).blocks());
  }

  @Test
  void routingSpreadsEvenTheSmallestHashes() {
    // Min-hashes are the smallest of many: their first bits are zero. 7 bins, 7000 of them.
    int[] hits = new int[7];
    RandomGenerator random = new Seed(8).random();
    for (int i = 0; i < 7000; i++) {
      hits[new SrbRouting(7).bin(random.nextLong() >>> 9)]++;
    }
    // Binomial(7000, 1/7): mean 1000, deviation 29.3; five deviations either way.
    assertThat(Arrays.stream(hits)).allMatch(count -> count > 853 && count < 1147);
    assertThat(new SrbRouting(1).bin(-5)).isZero();
    // The finaliser of SplitMix64 takes 1 to 0x5692161d100b05e5, worked out in Python.
    assertThat(new SrbRouting(10).bin(1))
        .isEqualTo(new BigInteger("5692161d100b05e5", 16).mod(BigInteger.TEN).intValue());
  }

  @Test
  void countsAddUpHoweverSmallTheTable() {
    for (int most : new int[] {1, 2, 3, 50, 1000}) {
      Map<Long, Long> plain = new HashMap<>();
      Map<Long, Long> sums = new HashMap<>();
      LeftoverCounts counts =
          new LeftoverCounts(
              most,
              (key, bytes, copies) -> {
                assertThat(bytes).isEqualTo((int) (key & 15) + 1);
                assertThat(copies).isPositive();
                sums.merge(key, copies, Long::sum);
              });
      RandomGenerator random = new Seed(9).random();
      for (int i = 0; i < 5000; i++) {
        long key = ChunkKey.spread(random.nextInt(1 + random.nextInt(200)));
        plain.merge(key, 1L, Long::sum);
        counts.leftover(key, (int) (key & 15) + 1);
      }
      counts.flush();
      assertThat(sums).isEqualTo(plain);
      counts.flush();
      assertThat(sums).as("nothing is given away twice").isEqualTo(plain);
    }
  }

  @Test
  void aStoredSegmentComesWithTheFirstBytesOfItsDigests() {
    String first = "00000000000000010000000000000000000000ff";
    String zero = "8000000000000002000000000000000000000000";
    String last = "ff00000000000003000000000000000000000000";
    Segment segment =
        new Segment(
            9,
            1000,
            Fingerprint.parse("0f0000000000000a" + "00".repeat(12)),
            Fingerprint.parse(first),
            300,
            new SegmentRecipe(
                new int[] {400, 700, 1000},
                Fingerprint.parse(first + zero + last).bytes(),
                new boolean[] {false, true, false}));
    SegmentReferences references = SegmentReferences.of("vm", 2, segment, DirtyBit.SET);
    assertThat(references.keys()).containsExactly(1, 0x8000000000000002L, 0xff00000000000003L);
    assertThat(references.fingerprint()).isEqualTo(0x0f0000000000000aL);
    assertThat(references.minHash()).isEqualTo(1);
    assertThat(references.position()).isEqualTo(9);
    assertThat(references.bytes(0)).isEqualTo(400);
    assertThat(references.bytes(1)).isEqualTo(300);
    assertThat(references.data()).isEqualTo(new Volume(2, 700));
    Segment hole =
        new Segment(
            0, 500, null, null, 500, new SegmentRecipe(new int[0], new byte[0], new boolean[0]));
    assertThat(SegmentReferences.of("vm", 0, hole, DirtyBit.UNKNOWN).data()).isEqualTo(Volume.NONE);
  }
}
