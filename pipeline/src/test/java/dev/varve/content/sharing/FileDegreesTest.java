package dev.varve.content.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.sharing.FileOrigins.Origin;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
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
    FileDegrees degrees = new FileDegrees(few(), new FileOrigins());
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
      FileDegrees degrees = new FileDegrees(builder.build(), new FileOrigins());
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
        degrees.end(0);
        assertThat(degrees.copies()).isEqualTo(copies);
        assertThat(degrees.layers()).isEqualTo(in.cardinality());
        assertThat(degrees.images()).isEqualTo(owners.get(0, images).cardinality());
        assertThat(degrees.repositories())
            .isEqualTo(owners.get(images, images + repositories).cardinality());
      }
    }
  }

  /** Each later layer against every earlier one, which the fold does not compare. */
  @Test
  void originsAreThoseOfComparingEveryPairOfLayers() {
    Random random = new Random(11);
    Map<Origin, Long> seen = new EnumMap<>(Origin.class);
    for (int round = 0; round < 200; round++) {
      int layers = 1 + random.nextInt(12);
      BitSet[] images = new BitSet[layers];
      BitSet[] repositories = new BitSet[layers];
      BitSet unstated = new BitSet();
      LayerOwners.Builder builder = new LayerOwners.Builder(layers);
      for (int layer = 0; layer < layers; layer++) {
        images[layer] = chosen(random, 8);
        repositories[layer] = chosen(random, 4);
        for (int image : images[layer].stream().toArray()) {
          builder.image(layer, image);
        }
        if (random.nextInt(6) == 0) {
          unstated.set(layer);
          builder.unstatedRepository(layer);
        }
        for (int repository : repositories[layer].stream().toArray()) {
          builder.repository(layer, 8 + repository);
        }
      }
      FileOrigins origins = new FileOrigins();
      FileDegrees degrees = new FileDegrees(builder.build(), origins);
      Map<Origin, Long> files = new EnumMap<>(Origin.class);
      Map<Origin, Long> bytes = new EnumMap<>(Origin.class);
      for (int content = 1; content < 40; content++) {
        BitSet in = new BitSet();
        degrees.start();
        for (int copy = 1 + random.nextInt(6); copy > 0; copy--) {
          int layer = random.nextInt(layers);
          degrees.add(layer);
          if (in.get(layer)) {
            files.merge(Origin.SAME_LAYER, 1L, Long::sum);
            bytes.merge(Origin.SAME_LAYER, (long) content, Long::sum);
          }
          in.set(layer);
        }
        degrees.end(content);
        int first = in.nextSetBit(0);
        for (int later = in.nextSetBit(first + 1); later >= 0; later = in.nextSetBit(later + 1)) {
          BitSet before = in.get(0, later);
          Origin origin;
          if (before.stream().anyMatch(meets(images, later))) {
            origin = Origin.SAME_IMAGE;
          } else if (before.stream().anyMatch(meets(repositories, later))) {
            origin = Origin.SAME_REPOSITORY;
          } else if (unstated.get(later) || before.intersects(unstated)) {
            origin = Origin.UNKNOWN;
          } else {
            origin = Origin.ELSEWHERE;
          }
          files.merge(origin, 1L, Long::sum);
          bytes.merge(origin, (long) content, Long::sum);
        }
      }
      for (Origin origin : Origin.values()) {
        assertThat(origins.files(origin)).isEqualTo(files.getOrDefault(origin, 0L));
        assertThat(origins.bytes(origin)).isEqualTo(bytes.getOrDefault(origin, 0L));
        seen.merge(origin, origins.files(origin), Long::sum);
      }
    }
    assertThat(seen.values()).allMatch(duplicates -> duplicates > 100);
  }

  private static BitSet chosen(Random random, int of) {
    BitSet chosen = new BitSet();
    for (int member = 0; member < of; member++) {
      chosen.set(member, random.nextInt(8) == 0);
    }
    return chosen;
  }

  private static IntPredicate meets(BitSet[] owned, int later) {
    return earlier -> owned[earlier].intersects(owned[later]);
  }

  @Test
  void theOrderOfCopiesDoesNotMatter() {
    FileDegrees degrees = new FileDegrees(few(), new FileOrigins());
    assertThat(of(degrees, 1, 0, 1, 2, 0)).containsExactly(5, 3, 2, 1);
    assertThat(of(degrees, 2, 1, 2)).containsExactly(3, 2, 1, 1);
    assertThat(of(degrees, 2, 2)).containsExactly(2, 1, 0, 0);
  }

  private static int[] of(FileDegrees degrees, int... layers) {
    degrees.start();
    for (int layer : layers) {
      degrees.add(layer);
    }
    degrees.end(0);
    return new int[] {
      (int) degrees.copies(),
      (int) degrees.layers(),
      (int) degrees.images(),
      (int) degrees.repositories()
    };
  }
}
