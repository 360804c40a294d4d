package dev.varve.content.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SimilarityIndexTest {
  @Test
  void equalMinHashesComeInAscendingPositionThenTheSamePosition() {
    //                 ordinal   0  1  2  3  4
    long[] positions = /*    */ {2, 5, 6, 8, 9};
    long[] minHashes = /*    */ {7, 4, 7, 4, 7};
    SimilarityIndex index = new SimilarityIndex(positions, minHashes, 10);
    assertThat(candidates(index, 7, 8)).containsExactly(0, 2, 4, 3);
    assertThat(candidates(index, 7, 6)).as("once").containsExactly(0, 2, 4);
    assertThat(candidates(index, 7, 3)).as("no such position").containsExactly(0, 2, 4);
    assertThat(candidates(index, 1, 9)).as("no such min-hash").containsExactly(4);
    assertThat(candidates(index, 1, 1)).isEmpty();
  }

  @Test
  void theSamePositionIsNotCountedAgainstTheLimit() {
    long[] positions = {1, 2, 3, 4};
    SimilarityIndex index = new SimilarityIndex(positions, new long[] {9, 9, 9, 9}, 2);
    assertThat(candidates(index, 9, 4)).containsExactly(0, 1, 3);
    assertThat(candidates(index, 9, 2)).containsExactly(0, 1);
  }

  @Test
  void aScanFindsTheSame() {
    for (long trial = 0; trial < 500; trial++) {
      RandomGenerator random = new Seed(11).at(trial).random();
      int size = random.nextInt(60);
      long[] positions = random.longs(size, 0, 90).sorted().distinct().toArray();
      long[] minHashes = random.longs(positions.length, -3, 3).toArray();
      int limit = random.nextInt(12);
      SimilarityIndex index = new SimilarityIndex(positions, minHashes, limit);
      for (long position = 0; position < 90; position++) {
        for (long minHash = -4; minHash < 4; minHash++) {
          assertThat(candidates(index, minHash, position))
              .isEqualTo(scan(positions, minHashes, limit, minHash, position));
        }
      }
    }
  }

  @Test
  void positionsMustAscend() {
    assertThatThrownBy(() -> new SimilarityIndex(new long[] {2, 2}, new long[2], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2");
  }

  private static List<Integer> scan(
      long[] positions, long[] minHashes, int limit, long minHash, long position) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < positions.length && found.size() < limit; i++) {
      if (minHashes[i] == minHash) {
        found.add(i);
      }
    }
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] == position && !found.contains(i)) {
        found.add(i);
      }
    }
    return found;
  }

  private static List<Integer> candidates(SimilarityIndex index, long minHash, long position) {
    int[] into = new int[index.mostCandidates()];
    int count = index.candidates(minHash, position, into);
    return Arrays.stream(into, 0, count).boxed().toList();
  }
}
