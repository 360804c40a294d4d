package dev.varve.content.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PopularDataTest {
  private record Chunk(long key, int bytes, long copies) {}

  @Test
  void ranksAreTheOrderGiven() {
    PopularData data = new PopularData(new long[] {5, 0, -7}, new int[] {10, 20, 30});
    assertThat(data.rank(5)).isZero();
    assertThat(data.rank(0)).isEqualTo(1);
    assertThat(data.rank(-7)).isEqualTo(2);
    assertThat(data.contains(7)).isFalse();
    assertThat(data.bytes()).isEqualTo(60);
    assertThat(PopularData.none().contains(0)).isFalse();
  }

  @Test
  void noChunkComesTwice() {
    assertThatThrownBy(() -> new PopularData(new long[] {1, 2, 1}, new int[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void memoryIsTwentyToTwentyEightBytesAChunk() throws Exception {
    for (int chunks : new int[] {1024, 1025, 1500, 2047, 2048}) {
      long[] keys = new Seed(chunks).random().longs(chunks).toArray();
      // What is held are arrays; they travel as they are, behind the names of their classes.
      int names = written(PopularData.none()).length;
      assertThat(written(new PopularData(keys, new int[chunks])).length - names)
          .isBetween(20 * chunks - 16, 28 * chunks);
    }
  }

  @Test
  void itTravelsToOtherMachines() throws Exception {
    byte[] bytes = written(new PopularData(new long[] {5, 6}, new int[] {1, 2}));
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      assertThat(((PopularData) in.readObject()).rank(6)).isEqualTo(1);
    }
  }

  @Test
  void tiesAtTheCutAreFilledInOrderOfFingerprint() {
    // copies 9: key 8; copies 5: keys 1, 2, 3 and -1, the largest as an unsigned number.
    List<Chunk> chunks =
        List.of(
            new Chunk(-1, 1, 5),
            new Chunk(3, 1, 5),
            new Chunk(8, 1, 9),
            new Chunk(1, 1, 5),
            new Chunk(2, 1, 5));
    PopularData three = select(chunks, 3);
    assertThat(three.chunks()).isEqualTo(3);
    assertThat(three.rank(8)).isZero();
    assertThat(three.rank(1)).isEqualTo(1);
    assertThat(three.rank(2)).isEqualTo(2);
    assertThat(select(chunks, 5).rank(-1)).isEqualTo(4);
    assertThat(select(chunks, 99).chunks()).isEqualTo(5);
    assertThat(select(chunks, 0).chunks()).isZero();
  }

  @Test
  void aSortSelectsTheSameWhateverTheOrderOfArrival() {
    for (long trial = 0; trial < 200; trial++) {
      RandomGenerator random = new Seed(3).at(trial).random();
      List<Chunk> chunks = new ArrayList<>();
      int size = random.nextInt(3000);
      for (int i = 0; i < size; i++) {
        chunks.add(new Chunk(ChunkKey.spread(i), i, random.nextInt(1, 30)));
      }
      List<Chunk> sorted = new ArrayList<>(chunks);
      sorted.sort(
          Comparator.comparing((Chunk chunk) -> -chunk.copies())
              .thenComparing(chunk -> Long.toUnsignedString(chunk.key(), 16).length())
              .thenComparing(chunk -> Long.toUnsignedString(chunk.key(), 16)));
      Collections.shuffle(chunks, new Random(trial));
      int quota = random.nextInt(size + 1);
      PopularData data = select(chunks, quota);
      assertThat(data.chunks()).isEqualTo(quota);
      for (int rank = 0; rank < quota; rank++) {
        assertThat(data.key(rank)).isEqualTo(sorted.get(rank).key());
        assertThat(data.bytes(rank)).isEqualTo(sorted.get(rank).bytes());
      }
    }
  }

  @Test
  void theQuotaIsTheLargestShareNotAboveSigma() {
    assertThat(PopularSelection.quota(.02, 50)).isEqualTo(1);
    assertThat(PopularSelection.quota(.02, 49)).isZero();
    assertThat(PopularSelection.quota(.02, 99)).isEqualTo(1);
    assertThat(PopularSelection.quota(.29, 100)).as(".29 * 100 < 29 in binary").isEqualTo(29);
    assertThat(PopularSelection.quota(.02, 87_692_682)).isEqualTo(1_753_853);
    assertThat(PopularSelection.quota(1, 7)).isEqualTo(7);
    assertThatThrownBy(() -> PopularSelection.quota(Double.NaN, 7))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] written(PopularData data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(data);
    }
    return bytes.toByteArray();
  }

  private static PopularData select(List<Chunk> chunks, int quota) {
    PopularSelection selection = new PopularSelection(quota);
    chunks.forEach(chunk -> selection.add(chunk.key(), chunk.bytes(), chunk.copies()));
    return selection.select();
  }
}
