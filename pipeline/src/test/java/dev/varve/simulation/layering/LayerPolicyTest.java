package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LayerPolicyTest {
  private static final World WORLD =
      new World()
          .line(4, 2)
          .file("bin/sh", "111111", 40)
          .file("node_modules/a/index.js", "123456", 10)
          .file("node_modules/b/index.js", "111112", 100)
          .file("node_modules/b/lib/x.js", "111112", 50)
          .file("node_modules/c/index.js", "----11", 7);

  private static LayerPolicy policy(String name) {
    return LayerPolicy.named(name, 0, 1);
  }

  @Test
  void oneLayerShipsAllWithEachUpdate() {
    LayerRules rules = policy("one-layer").plan(WORLD.learned(), 12);
    assertThat(WORLD.judged(rules).pulledBytes()).isEqualTo(2 * 207);
    assertThat(rules.names()).containsExactly("all");
  }

  @Test
  void directoriesCutTheLargestThatHaveAtMostHalfOfTheLargestLayer() {
    // Compressed, the root has 100 bytes: b 75, of which lib 25, bin 20, a 5. Up to 50: lib. Then
    // 75 are left, and bin is the largest up to 37; then 55, and b has 50, more than 27
    assertThat(policy("directories").plan(WORLD.learned(), 3).names())
        .containsExactly("/", "node_modules/b/lib/", "bin/");
    assertThat(policy("directories").plan(WORLD.learned(), 12).names())
        .containsExactly("/", "node_modules/b/lib/", "bin/", "node_modules/a/");
  }

  @Test
  void chunkahWithEnoughLayersGivesOneToEachPackage() {
    LayerRules rules = policy("chunkah").plan(WORLD.learned(), 12);
    assertThat(rules.names()).containsExactly("chunkah/unclaimed", "npm/a", "npm/b");
    // to image 4: a, and c, never seen, comes into the unclaimed layer; to image 5: a and b
    assertThat(WORLD.judged(rules).pulledBytes()).isEqualTo(10 + 47 + 10 + 150);
  }

  @Test
  void aPathNeverSeenGoesWithItsSurroundings() {
    LayerRules rules = policy("chunkah").plan(WORLD.learned(), 12);
    assertThat(rules.layer("node_modules/b/new/file")).isEqualTo(rules.layer("node_modules/b/"));
    assertThat(rules.layer("node_modules/d/file")).isEqualTo(rules.layer("bin/sh"));
  }

  @Test
  void imagesWithoutFilesHaveOneLayer() {
    LearnedLine empty = new World().line(3, 1).learned();
    for (String name : LayerPolicy.NAMES) {
      assertThat(policy(name).plan(empty, 12).names()).hasSize(1);
    }
  }

  @Test
  void theRootDirectoryIsAnEntryToo() {
    LearnedLine root = new World().line(3, 1).file("/", "1222", 0).file("a", "1111", 5).learned();
    for (String name : LayerPolicy.NAMES) {
      assertThat(policy(name).plan(root, 12).layer("/")).isNotNegative();
    }
  }

  @Test
  void unknownNamesAreRefused() {
    assertThatThrownBy(() -> policy("none")).hasMessageStartingWith("no policy none, but [");
  }
}
