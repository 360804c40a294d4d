package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.simulation.layering.LineEntry.Identity;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayerTallyTest {
  /** Two images to learn from, two to judge. Layer 0 has a and b, layer 1 has c. */
  private static final World WORLD =
      new World().line(2, 2).file("a", "1112", 100).file("b", "1233", 20).file("c", "1-11", 3);

  private static final LayerRules RULES =
      new LayerRules(
          List.of(new LayerRule("/", 0), new LayerRule("c", 1)), List.of("a and b", "c"));

  @Test
  void anUpdateShipsTheLayersThatDiffer() {
    PlanFigures figures = WORLD.judged(RULES);
    // to image 2: layer 0, as b changed, and layer 1, which image 1 has not; to image 3: layer 0
    assertThat(figures.updates()).isEqualTo(2);
    assertThat(figures.pulledBytes()).isEqualTo(120 + 3 + 120);
    assertThat(figures.pulledCompressedBytes()).isEqualTo(60 + 1 + 60);
  }

  @Test
  void aRegistryStoresEachDistinctLayerOfAllImagesOnce() {
    // layer 0 differs in all four images; layer 1 is one
    assertThat(WORLD.judged(RULES).storedBytes()).isEqualTo(4 * 120 + 3);
    assertThat(WORLD.judged(RULES).storedCompressedBytes()).isEqualTo(4 * 60 + 1);
  }

  @Test
  void aLayerHasItsNewestSizeAndItsChangesWhileLearningAndJudging() {
    List<LayerFigures> layers = WORLD.judged(RULES).layers();
    assertThat(layers).extracting(LayerFigures::files).containsExactly(2L, 1L);
    assertThat(layers).extracting(LayerFigures::bytes).containsExactly(120L, 3L);
    assertThat(layers).extracting(LayerFigures::learnedUpdates).containsExactly(1, 1);
    assertThat(layers).extracting(LayerFigures::judgedUpdates).containsExactly(2, 1);
  }

  @Test
  void filesAloneShipWhatChanged() {
    PlanFigures bound = WORLD.filesAlone();
    // to image 2: b and c; to image 3: a
    assertThat(bound.pulledBytes()).isEqualTo(20 + 3 + 100);
    // two versions of a, three of b, one of c
    assertThat(bound.storedBytes()).isEqualTo(2 * 100 + 3 * 20 + 3);
    assertThat(bound.updates()).isEqualTo(2);
  }

  @Test
  void theFirstImageOfALineIsNoUpdateOfTheLineBefore() {
    World two = new World().line(1, 1).line(1, 1).file("a", "12", 10).file("b", 2, "12", 5);
    LayerRules one = new OneLayer().plan(two.learned(), 1);
    assertThat(two.judged(one).updates()).isEqualTo(2);
    assertThat(two.judged(one).pulledBytes()).isEqualTo(10 + 5);
    assertThat(two.filesAlone().pulledBytes()).isEqualTo(10 + 5);
    // the newest image of each line counts
    assertThat(two.judged(one).layers().get(0).bytes()).isEqualTo(10 + 5);
  }

  @Test
  void identitiesAddUpInAnyOrderWithACarry() {
    Identity one = new Identity(1, -1);
    Identity two = new Identity(2, 1);
    assertThat(one.plus(two)).isEqualTo(new Identity(4, 0)).isEqualTo(two.plus(one));
  }
}
