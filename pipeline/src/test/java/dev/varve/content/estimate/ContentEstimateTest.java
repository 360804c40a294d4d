package dev.varve.content.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentEstimateTest {
  private static final int SEEDS = 100;

  /** The truth is counted content by content; the stated 95 % shall hold in 93 of 100 samples. */
  @Tag("slow")
  @ParameterizedTest(name = "{0} units, {1} contents, {2} alone, {3} read")
  @CsvSource({
    "300, 6000, 0.9, 0.1",
    "300, 6000, 0.5, 0.1",
    "300, 6000, 0.1, 0.3",
    "2000, 20000, 0.7, 0.05",
    "60, 2000, 0.6, 0.5"
  })
  void intervalsHoldTheTruth(int units, int contents, double alone, double share) {
    EstimateWorld world = EstimateWorld.of(units, contents, alone, 11);
    double copied = world.copied();
    double distinct = world.distinct();
    int[] held = new int[3];
    double width = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      ContentEstimate estimate = world.estimated(share, seed);
      held[0] += estimate.copied().contains(copied) ? 1 : 0;
      held[1] += estimate.distinct().contains(distinct) ? 1 : 0;
      held[2] += estimate.saved().contains(1 - distinct / copied) ? 1 : 0;
      width += (estimate.saved().high() - estimate.saved().low()) / SEEDS;
    }
    assertThat(IntStream.of(held).boxed()).allMatch(times -> times >= 93);
    // What is said is worth saying: it rules out a part of what could be.
    assertThat(width).isLessThan(0.75);
  }

  @Test
  void allUnitsGiveTheTruth() {
    EstimateWorld world = EstimateWorld.of(50, 500, 0.5, 3);
    ContentEstimate estimate = world.estimated(1, 1);
    assertThat(estimate.copied().value()).isEqualTo(world.copied(), within(1e-6));
    assertThat(estimate.distinct().low()).isEqualTo(world.distinct(), within(1e-3));
    assertThat(estimate.distinct().high()).isEqualTo(world.distinct(), within(1e-3));
  }

  /**
   * Forty units of 100 bytes: each holds one content of 60 bytes of its own and one of 40 that all
   * hold. So 40 * 60 + 40 = 2440 of 4000 bytes are distinct. Twenty are drawn: 60 % of the bytes
   * are seen in one unit, as those of a content of one unit are with certainty; 40 % in all twenty.
   */
  @Test
  void contentsOfOneUnitAndOfAllAreToldApart() {
    double[] bytes =
        IntStream.range(0, 41).mapToDouble(content -> content < 40 ? 60 : 40).toArray();
    List<Map<Integer, Integer>> units =
        IntStream.range(0, 40).mapToObj(unit -> Map.of(unit, 1, 40, 1)).toList();
    EstimateWorld world = new EstimateWorld(units, bytes);
    List<UnitDraw.Unit> sizes =
        IntStream.range(0, 40).mapToObj(unit -> new UnitDraw.Unit("" + unit, 100)).toList();
    UnitDraw draw = UnitDraw.of(sizes, 0.5, new Seed(5));
    assertThat(draw.drawn()).hasSize(20);
    ContentEstimate estimate = ContentEstimate.of(world.contents(draw), Double.POSITIVE_INFINITY);
    assertThat(estimate.copied().value()).isEqualTo(4000, within(1e-6));
    assertThat(estimate.distinct().low()).isBetween(2050.0, 2440.0);
    assertThat(estimate.distinct().high()).isBetween(2439.9, 2850.0);
  }

  /**
   * Twenty of forty units of 100 bytes are drawn, with 100 bytes of their own each: 4000 bytes. A
   * certain unit has none, as it could not be read. Where twenty could, up to 3/20 of all may be
   * like it: 3400 bytes are left.
   */
  @Test
  void aUnitThatCannotBeReadIsTakenForOneOfSeveral() {
    Map<String, Double> drawn = new TreeMap<>();
    IntStream.range(0, 20).forEach(unit -> drawn.put("" + unit, 100.0));
    UnitDraw draw = new UnitDraw(Map.of(), drawn, 0, 40, 4000, 40 * 100 * 100);
    List<Map<Integer, Integer>> units =
        IntStream.range(0, 40).mapToObj(unit -> Map.of(unit, 1)).toList();
    double[] bytes = IntStream.range(0, 40).mapToDouble(unit -> 100).toArray();
    EstimateWorld world = new EstimateWorld(units, bytes);
    ConfidenceInterval sound =
        ContentEstimate.of(world.contents(draw), Double.POSITIVE_INFINITY).copied();
    assertThat(sound).isEqualTo(ConfidenceInterval.exact(4000));
    ConfidenceInterval damaged =
        ContentEstimate.of(
                world.contents(draw.with(Map.of("damaged", 100.0))), Double.POSITIVE_INFINITY)
            .copied();
    assertThat(damaged.value()).isEqualTo(4000);
    assertThat(damaged.high()).isEqualTo(4000);
    assertThat(damaged.low()).isEqualTo(3400, within(1e-6));
  }

  /** Forty units of which none has a content: nothing is known but that, and no figure is NaN. */
  @Test
  void unitsWithoutContentsHaveNothingToSave() {
    List<UnitDraw.Unit> sizes =
        IntStream.range(0, 40).mapToObj(unit -> new UnitDraw.Unit("" + unit, 100)).toList();
    UnitContents contents = new UnitContents(UnitDraw.of(sizes, 0.5, new Seed(5)), Map.of());
    contents.finish();
    ContentEstimate estimate = ContentEstimate.of(contents, Double.POSITIVE_INFINITY);
    assertThat(estimate.copied()).isEqualTo(ConfidenceInterval.exact(0));
    assertThat(estimate.distinct()).isEqualTo(ConfidenceInterval.exact(0));
    assertThat(estimate.saved().low()).isBetween(0.0, 1.0);
    assertThat(estimate.saved().high()).isBetween(0.0, 1.0);
  }
}
