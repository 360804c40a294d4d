package dev.varve.content.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KeyIndexTest {
  @Test
  void aKeyKeepsTheNumberThatItCameWithFirst() {
    long[] keys = {7, 0, 7};
    KeyIndex index = new KeyIndex(3);
    assertThat(index.find(keys, 7)).isEqualTo(KeyIndex.NONE);
    assertThat(index.add(keys, 0)).isZero();
    assertThat(index.add(keys, 1)).isEqualTo(1);
    assertThat(index.add(keys, 2)).as("equal to the first").isZero();
    assertThat(index.find(keys, 0)).isEqualTo(1);
    index.clear();
    assertThat(index.find(keys, 7)).isEqualTo(KeyIndex.NONE);
    assertThat(index.add(keys, 2)).isEqualTo(2);
  }

  @Test
  void aMapFindsTheSame() {
    for (int size = 0; size < 300; size++) {
      RandomGenerator random = new Seed(11).at(size).random();
      long[] keys = random.longs(size, -size, size + 1L).toArray();
      KeyIndex index = new KeyIndex(size);
      Map<Long, Integer> map = new HashMap<>();
      for (int number = 0; number < size; number++) {
        Integer equal = map.putIfAbsent(keys[number], number);
        assertThat(index.add(keys, number)).isEqualTo(equal == null ? number : equal);
      }
      for (long key = -size; key <= size; key++) {
        assertThat(index.find(keys, key)).isEqualTo(map.getOrDefault(key, KeyIndex.NONE));
      }
    }
  }

  @Test
  void thereIsAMost() {
    assertThatThrownBy(() -> new KeyIndex((1 << 29) + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
