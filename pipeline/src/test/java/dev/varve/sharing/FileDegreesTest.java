package dev.varve.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts against sets of owners, which the fold does not keep. */
class FileDegreesTest {
  /** Layers 0 and 1 of images 0 and 1, of which repository 2 holds both; layer 2 of none. */
  private static LayerOwners few() {
    LayerOwners.Builder owners = new LayerOwners.Builder(3);
    owners.image(0, 0);
    owners.image(0, 1);
    owners.repository(0, 2);
    owners.image(1, 1);
    owners.repository(1, 2);
    return owners.build();
  }

  @Test
  void countsEveryOwnerOnce() {
    FileDegrees degrees = new FileDegrees(few());
    assertThat(of(degrees, 1)).containsExactly(1, 1, 1, 1);
    assertThat(of(degrees, 1, 1, 1)).containsExactly(3, 1, 1, 1);
    assertThat(of(degrees, 0, 1)).containsExactly(2, 2, 2, 1);
    assertThat(of(degrees, 0, 0, 1, 2)).containsExactly(4, 3, 2, 1);
    assertThat(of(degrees, 2)).containsExactly(1, 1, 0, 0);
    assertThat(of(degrees, 1, 2)).containsExactly(2, 2, 1, 1);
  }

  @Test
  void agreesWithSetsInRandomRegistries() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      int layers = 1 + random.nextInt(20);
      int images = 1 + random.nextInt(20);
      int repositories = 1 + random.nextInt(5);
      BitSet[] owned = new BitSet[layers];
      LayerOwners.Builder builder = new LayerOwners.Builder(layers);
      for (int layer = 0; layer < layers; layer++) {
        owned[layer] = new BitSet();
        for (int owner = 0; owner < images + repositories; owner++) {
          if (random.nextInt(4) == 0) {
            owned[layer].set(owner);
            if (owner < images) {
              builder.image(layer, owner);
            } else {
              builder.repository(layer, owner);
            }
          }
        }
      }
      FileDegrees degrees = new FileDegrees(builder.build());
      for (int content = 0; content < 50; content++) {
        BitSet in = new BitSet();
        BitSet owners = new BitSet();
        int copies = 0;
        degrees.start();
        for (int copy = random.nextInt(12); copy > 0; copy--) {
          int layer = random.nextInt(layers);
          degrees.add(layer);
          copies++;
          in.set(layer);
          owners.or(owned[layer]);
        }
        assertThat(degrees.copies()).isEqualTo(copies);
        assertThat(degrees.layers()).isEqualTo(in.cardinality());
        assertThat(degrees.images()).isEqualTo(owners.get(0, images).cardinality());
        assertThat(degrees.repositories())
            .isEqualTo(owners.get(images, images + repositories).cardinality());
      }
    }
  }

  @Test
  void theOrderOfCopiesDoesNotMatter() {
    FileDegrees degrees = new FileDegrees(few());
    assertThat(of(degrees, 1, 0, 1, 2, 0)).containsExactly(5, 3, 2, 1);
    assertThat(of(degrees, 2, 1, 2)).containsExactly(3, 2, 1, 1);
    assertThat(of(degrees, 2, 2)).containsExactly(2, 1, 0, 0);
  }

  private static int[] of(FileDegrees degrees, int... layers) {
    degrees.start();
    for (int layer : layers) {
      degrees.add(layer);
    }
    return new int[] {
      (int) degrees.copies(),
      (int) degrees.layers(),
      (int) degrees.images(),
      (int) degrees.repositories()
    };
  }
}
