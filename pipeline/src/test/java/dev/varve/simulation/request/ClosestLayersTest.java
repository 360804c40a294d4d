package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ClosestLayersTest {
  @Test
  void theClosestOfThoseLeftIsTaken() {
    ClosestLayers layers = new ClosestLayers(new long[] {100, 10, 40, 20});
    assertThat(layers.takeClosest(30)).isEqualTo(3); // 20 and 40 are equally close: the smaller
    assertThat(layers.takeClosest(30)).isEqualTo(2); // 40 is 10 away, 10 is 20
    assertThat(layers.takeClosest(30)).isEqualTo(1);
    assertThat(layers.takeClosest(0)).isEqualTo(0); // all that is left
    assertThat(layers.takeClosest(100)).isEqualTo(0); // from the start again
  }

  @Test
  void itIsWhatASearchOfAllWouldFind() {
    RandomGenerator random = new Seed(5).random();
    long[] sizes = random.longs(50, 0, 60).toArray();
    ClosestLayers layers = new ClosestLayers(sizes);
    Set<Integer> left = new HashSet<>();
    for (int step = 0; step < 1000; step++) {
      for (int layer = 0; layer < sizes.length && left.size() + step % 50 < 50; layer++) {
        left.add(layer);
      }
      long bytes = random.nextLong(-5, 70);
      int taken = layers.takeClosest(bytes);
      long closest =
          left.stream().mapToLong(layer -> Math.abs(sizes[layer] - bytes)).min().orElse(-1);
      assertThat(left.remove(taken)).isTrue();
      assertThat(Math.abs(sizes[taken] - bytes)).isEqualTo(closest);
    }
  }

  @Test
  void thereMustBeLayers() {
    assertThatThrownBy(() -> new ClosestLayers(new long[0])).hasMessageContaining("no layers");
  }
}
