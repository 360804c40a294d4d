package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryPolicyTest {
  private static final LayerPolicy PULLED = LayerPolicy.named("history", 0, 1);

  private static List<Integer> layers(LayerRules rules, String... paths) {
    return List.of(paths).stream().map(rules::layer).toList();
  }

  @Test
  void whatChangesTogetherIsALayer() {
    World world =
        new World()
            .line(5, 2)
            .file("app/a", "1234567", 1000)
            .file("etc/b", "1234567", 900)
            .file("lib/c", "1111111", 5000)
            .file("lib/d/e", "1111111", 4000);
    LayerRules rules = PULLED.plan(world.learned(), 2);
    List<Integer> layers = layers(rules, "app/a", "etc/b", "lib/c", "lib/d/e");
    assertThat(layers.get(0)).isEqualTo(layers.get(1)).isNotEqualTo(layers.get(2));
    assertThat(layers.get(2)).isEqualTo(layers.get(3));
    // both updates ship app and etc alone
    assertThat(world.judged(rules).pulledBytes()).isEqualTo(2 * 1900);
  }

  @Test
  void whatHasNotChangedYetStaysApartFromWhatAlwaysDoes() {
    World world =
        new World()
            .line(4, 1)
            .file("site-packages/busy/a", "12345", 10)
            .file("site-packages/quiet/a", "11111", 500)
            .file("site-packages/quiet2/a", "11112", 400)
            .file("site-packages/small-and-quiet/a", "11111", 1);
    LayerRules rules = PULLED.plan(world.learned(), 3);
    // the two large ones are apart, as each may change, and 1 byte goes with 10
    List<Integer> layers =
        layers(rules, "site-packages/busy/a", "site-packages/quiet/a", "site-packages/quiet2/a");
    assertThat(layers).doesNotHaveDuplicates();
    assertThat(world.judged(rules).pulledBytes()).isLessThanOrEqualTo(10 + 400 + 1);
  }

  @Test
  void packagesNeverSeenComeIntoTheLayerOfTheirDirectory() {
    World world =
        new World()
            .line(3, 0)
            .file("node_modules/", "111", 0)
            .file("node_modules/a/x", "111", 10_000)
            .file("node_modules/b/x", "-11", 100)
            .file("node_modules/c/x", "--1", 100);
    LayerRules rules = PULLED.plan(world.learned(), 2);
    assertThat(rules.layer("node_modules/new/x")).isEqualTo(rules.layer("node_modules/"));
    assertThat(rules.layer("node_modules/new/x")).isNotEqualTo(rules.layer("node_modules/a/new"));
    assertThat(rules.layer("node_modules/a/new")).isEqualTo(rules.layer("node_modules/a/x"));
  }

  @Test
  void linesThatShareFilesGetThemInALayerWhenStoredBytesCount() {
    World world =
        new World()
            .line(3, 0)
            .line(3, 0)
            .file("site-packages/common/x", "111111", 9000)
            .file("site-packages/one/x", 0, "111", 8000)
            .file("site-packages/two/x", 3, "111", 7000);
    LayerRules rules = LayerPolicy.named("history", 1, 0).plan(world.learned(), 2);
    int common = rules.layer("site-packages/common/x");
    assertThat(rules.layer("site-packages/one/x")).isNotEqualTo(common);
    assertThat(rules.layer("site-packages/two/x")).isNotEqualTo(common);
    assertThat(world.judged(rules).storedBytes()).isEqualTo(9000 + 8000 + 7000);
  }

  @Test
  void aPlanIsTheSameEachTimeAndHasAtMostItsLayers() {
    World world = new World().line(6, 0);
    for (int number = 0; number < 900; number++) {
      String versions = number % 7 == 0 ? "123456" : number % 5 == 0 ? "112222" : "111111";
      world.file("node_modules/p" + number + "/x", versions, 10 + number * 37 % 1000);
    }
    LayerRules rules = PULLED.plan(world.learned(), 12);
    assertThat(rules.names()).hasSize(12);
    assertThat(PULLED.plan(world.learned(), 12).rules()).isEqualTo(rules.rules());
    assertThat(PULLED.plan(world.learned(), 1).names()).hasSize(1);
  }

  @Test
  void negativeWeightsAreRefused() {
    assertThatThrownBy(() -> LayerPolicy.named("history", -1, 1))
        .hasMessage("weights -1.0 and 1.0");
  }
}
