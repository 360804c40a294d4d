package dev.varve.content.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Fingerprint;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContainingLayersTest {
  private static WantedContents wanted(long... bytes) {
    WantedContents wanted = new WantedContents();
    for (int content = 0; content < bytes.length; content++) {
      wanted.add(Fingerprint.of(new byte[] {(byte) content}), bytes[content], 0, null);
    }
    return wanted;
  }

  private static void add(ContainingLayers layers, String layer, int... contents) {
    IntStream.of(contents).forEach(content -> layers.add(layer, content));
  }

  /**
   * Contents of 10, 20, 30 and 5 bytes. c gives 50, more than a with 40 and b with 35; then b gives
   * 5, a 10; then b; then d, which holds what c holds, gives nothing.
   */
  @Test
  void theLayerThatGivesMostIsReadFirst() {
    WantedContents wanted = wanted(10, 20, 30, 5);
    ContainingLayers layers = new ContainingLayers();
    add(layers, "a", 0, 2);
    add(layers, "b", 2, 3);
    add(layers, "c", 1, 2);
    add(layers, "d", 1);
    assertThat(layers.next(wanted)).hasValue("c");
    wanted.markWritten(1);
    wanted.markWritten(2);
    assertThat(layers.next(wanted)).hasValue("a");
    wanted.markWritten(0);
    assertThat(layers.next(wanted)).hasValue("b");
    wanted.markWritten(3);
    assertThat(layers.next(wanted)).isEmpty();
  }

  @Test
  void ofEqualLayersTheFirstByNameIsRead() {
    ContainingLayers layers = new ContainingLayers();
    add(layers, "b", 0);
    add(layers, "a", 0);
    assertThat(layers.next(wanted(7))).hasValue("a");
  }

  /** A layer that cannot be read gives nothing; the next best takes its place. */
  @Test
  void aLayerIsAskedOnce() {
    WantedContents wanted = wanted(7, 8);
    ContainingLayers layers = new ContainingLayers();
    add(layers, "a", 0, 1);
    add(layers, "b", 1);
    assertThat(layers.next(wanted)).hasValue("a");
    assertThat(layers.next(wanted)).hasValue("b");
    assertThat(layers.next(wanted)).isEmpty();
  }

  /** The plain form counts every layer anew each time. */
  @Test
  void theOrderIsThatOfThePlainForm() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      long[] bytes = random.longs(20, 1, 50).toArray();
      BitSet[] contained = new BitSet[10];
      ContainingLayers layers = new ContainingLayers();
      for (int layer = 0; layer < contained.length; layer++) {
        contained[layer] = BitSet.valueOf(new long[] {random.nextInt(1 << 20)});
        add(layers, "layer" + layer, contained[layer].stream().toArray());
      }
      WantedContents wanted = wanted(bytes);
      for (int round = 0; round <= contained.length; round++) {
        int best = -1;
        long most = 0;
        for (int layer = 0; layer < contained.length; layer++) {
          long gives = contained[layer].stream().mapToLong(content -> bytes[content]).sum();
          if (gives > most) {
            most = gives;
            best = layer;
          }
        }
        assertThat(layers.next(wanted).orElse("layer-1")).isEqualTo("layer" + best);
        if (best < 0) {
          break;
        }
        List<Integer> read = contained[best].stream().boxed().toList();
        read.forEach(wanted::markWritten);
        for (BitSet other : contained) {
          read.forEach(other::clear);
        }
      }
    }
  }
}
