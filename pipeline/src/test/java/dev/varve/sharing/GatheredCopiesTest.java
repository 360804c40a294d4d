package dev.varve.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatheredCopiesTest {
  private final List<String> given = new ArrayList<>();

  private void take(String content, long bytes, byte[] packed) {
    IntBuffer layers = GatheredCopies.layers(packed);
    int[] all = new int[layers.remaining()];
    layers.get(all);
    given.add(content + " " + bytes + " " + java.util.Arrays.toString(all));
  }

  @Test
  void copiesComeTogetherInTheirOrder() {
    GatheredCopies<String> gathered = new GatheredCopies<>();
    gathered.add("a", 10, 3);
    gathered.add("b", 20, 3);
    gathered.add("a", 10, 3);
    gathered.add("a", 9, 1);
    gathered.add("a", 10, 70_000);
    gathered.drain(this::take);
    assertThat(given).containsExactlyInAnyOrder("a 9 [3, 3, 1, 70000]", "b 20 [3]");
    given.clear();
    gathered.drain(this::take);
    assertThat(given).as("given away once").isEmpty();
  }

  @Test
  void itIsFullOfContentsOrOfCopies() {
    GatheredCopies<String> contents = new GatheredCopies<>(2, 100);
    contents.add("a", 1, 0);
    contents.add("a", 1, 0);
    assertThat(contents.isFull()).isFalse();
    contents.add("b", 1, 0);
    assertThat(contents.isFull()).isTrue();
    contents.drain(this::take);
    assertThat(contents.isFull()).isFalse();
    GatheredCopies<String> copies = new GatheredCopies<>(100, 3);
    copies.add("a", 1, 0);
    copies.add("a", 1, 0);
    assertThat(copies.isFull()).isFalse();
    copies.add("a", 1, 0);
    assertThat(copies.isFull()).isTrue();
  }

  @Test
  void nothingIsLostHoweverOftenItIsFull() {
    Random random = new Random(11);
    GatheredCopies<Integer> gathered = new GatheredCopies<>(17, 50);
    Map<Integer, Long> expected = new HashMap<>();
    Map<Integer, Long> found = new HashMap<>();
    GatheredCopies.Output<Integer> sum =
        (content, bytes, packed) -> {
          IntBuffer layers = GatheredCopies.layers(packed);
          while (layers.hasRemaining()) {
            found.merge(content, 1L + layers.get() * 1000L, Long::sum);
          }
        };
    for (int copy = 0; copy < 10_000; copy++) {
      int content = random.nextInt(1 + random.nextInt(200));
      int layer = random.nextInt(100);
      expected.merge(content, 1L + layer * 1000L, Long::sum);
      gathered.add(content, 1, layer);
      if (gathered.isFull()) {
        gathered.drain(sum);
      }
    }
    gathered.drain(sum);
    assertThat(found).isEqualTo(expected);
  }
}
