package dev.varve.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Draws, ratios and intervals worked out by hand. */
class EstimateByHandTest {

  @Test
  void intervalsAddAndMultiplyEndByEnd() {
    ConfidenceInterval one = ConfidenceInterval.around(10, 3);
    ConfidenceInterval other = new ConfidenceInterval(2, 1, 5);
    assertThat(one).isEqualTo(new ConfidenceInterval(10, 7, 13));
    assertThat(one.plus(other)).isEqualTo(new ConfidenceInterval(12, 8, 18));
    assertThat(one.times(other)).isEqualTo(new ConfidenceInterval(20, 7, 65));
    assertThat(one.times(2)).isEqualTo(new ConfidenceInterval(20, 14, 26));
    assertThat(one.missingFrom(20)).isEqualTo(new ConfidenceInterval(10, 7, 13));
    assertThat(other.missingFrom(6)).isEqualTo(new ConfidenceInterval(4, 1, 5));
    assertThat(one.within(8, 12)).isEqualTo(new ConfidenceInterval(10, 8, 12));
    assertThat(other.holds(1) && other.holds(5)).isTrue();
    assertThat(other.holds(0.9) || other.holds(5.1)).isFalse();
  }

  /**
   * Four of eight units of size 10 have 1, 2, 3, 4: a quarter. Off by 1.5 and .5 twice each: 5. By
   * draw .5 x 4/3 x 5 / 40^2 = .00208333; by model .05/3 x (400/6400 + .25 x 400/1600) is as much.
   * Student's t of 3 degrees is 3.182446.
   */
  @Test
  void aRatioOfEqualUnitsHasTheTextbooksError() {
    double half = 3.182446 * Math.sqrt(0.0020833333);
    double[] values = {1, 2, 3, 4};
    double[] sizes = {10, 10, 10, 10};
    for (ConfidenceInterval ratio :
        List.of(
            RatioEstimate.of(values, sizes, 80, 800, 8, 0.95),
            RatioEstimate.of(values, sizes, 8, 0.95))) {
      assertThat(ratio.value()).isEqualTo(0.25);
      assertThat(ratio.high() - 0.25).isCloseTo(half, within(1e-6));
      assertThat(0.25 - ratio.low()).isCloseTo(half, within(1e-6));
    }
  }

  /**
   * 2 of 10 and 6 of 20: 8/30, off by 2/3 each. The model .00555556 x (2500/100^2 + .7^2 x 500/900)
   * is above the draw's .5 x 2 x .888889/900. Units of 10 and 20 count as 1.8, so one degree.
   */
  @Test
  void aRatioKnowsOfLargeUnitsThatWereNotDrawn() {
    ConfidenceInterval ratio =
        RatioEstimate.of(new double[] {2, 6}, new double[] {10, 20}, 100, 3000, 4, 0.95);
    assertThat(ratio.value()).isCloseTo(8 / 30.0, within(1e-12));
    assertThat(ratio.high() - ratio.value())
        .isCloseTo(12.706205 * Math.sqrt(0.0055555556 * (0.25 + 0.49 * 500 / 900)), within(1e-5));
  }

  @Test
  void whatIsWholeOrNothingHasNoError() {
    double[] two = {1, 2};
    assertThat(RatioEstimate.of(two, new double[] {4, 4}, 8, 32, 2, 0.95))
        .isEqualTo(ConfidenceInterval.exact(0.375));
    assertThat(RatioEstimate.of(two, new double[] {0, 0}, 8, 32, 4, 0.95))
        .isEqualTo(ConfidenceInterval.exact(0));
    assertThat(RatioEstimate.of(new double[] {3}, new double[] {4}, 8, 32, 4, 0.95))
        .isEqualTo(ConfidenceInterval.exact(0.75));
  }

  /** Tables of Student's t: 97.5 % and 98.75 % of 3 degrees. */
  @Test
  void quantilesAreThoseOfTables() {
    double[] four = {7, 7, 7, 7};
    assertThat(RatioEstimate.quantile(four, 1, 0.95)).isCloseTo(3.182446, within(1e-5));
    assertThat(RatioEstimate.quantile(four, 2, 0.95)).isCloseTo(4.176535, within(1e-5));
    assertThat(RatioEstimate.quantile(new double[4], 1, 0.95)).isCloseTo(3.182446, within(1e-5));
  }

  private static List<UnitDraw.Unit> units(double large) {
    List<UnitDraw.Unit> units = new ArrayList<>();
    units.add(new UnitDraw.Unit("large", large));
    for (int unit = 0; unit < 100; unit++) {
      units.add(new UnitDraw.Unit("unit " + unit, 1));
    }
    return units;
  }

  /** Of 130 half is to be read: the large one, 30, is less than half of that. 35 of 100 remain. */
  @Test
  void aLargeUnitIsReadForCertain() {
    UnitDraw draw = UnitDraw.of(units(30), 0.5, new Seed(1));
    assertThat(draw.certain()).containsExactly("large");
    assertThat(draw.drawn()).hasSize(35);
    assertThat(draw.certainSize()).isEqualTo(30);
    assertThat(draw.rest()).isEqualTo(100);
    assertThat(draw.restSize()).isEqualTo(100);
    assertThat(draw.restSquares()).isEqualTo(100);
    assertThat(draw.isWhole()).isFalse();
    assertThat(draw.reads("large")).isTrue();
    assertThat(draw.drawn().keySet()).allMatch(draw::reads);
    assertThat(draw.reads("unknown")).isFalse();
  }

  /** Certain units take up to half: 100/3 of 2 x 200/3 do, and a little more does not. */
  @Test
  void certainUnitsTakeHalfOfWhatIsRead() {
    double most = 100 / 3.0; // x = (100 + x) / 4
    assertThat(UnitDraw.of(units(most - 1e-9), 0.5, new Seed(1)).certain()).hasSize(1);
    assertThat(UnitDraw.of(units(most + 1e-9), 0.5, new Seed(1)).certain()).isEmpty();
  }

  @Test
  void atLeastThirtyAreDrawnAndAtMostAll() {
    UnitDraw few = UnitDraw.of(units(1), 0.01, new Seed(1));
    assertThat(few.drawn()).hasSize(30);
    assertThat(few.certain()).isEmpty();
    UnitDraw all = UnitDraw.of(units(30), 1, new Seed(1));
    assertThat(all.drawn()).hasSize(101);
    assertThat(all.isWhole()).isTrue();
    assertThat(all.restSquares()).isEqualTo(100 + 900);
    assertThat(UnitDraw.of(units(1), 0.5, new Seed(1)).drawn().keySet())
        .containsExactlyElementsOf(UnitDraw.of(units(1), 0.5, new Seed(1)).drawn().keySet())
        .isNotEqualTo(UnitDraw.of(units(1), 0.5, new Seed(2)).drawn().keySet());
  }

  /** Rows of one drawn unit: what one, nine, ten and a certain unit hold, and rows of a certain. */
  @Test
  void contentsAreCountedByTheUnitsThatHoldThem() {
    UnitDraw draw = UnitDraw.of(units(30), 0.5, new Seed(1));
    String unit = draw.drawn().keySet().iterator().next();
    UnitContents contents = new UnitContents(draw);
    contents.add(unit, 1, 10, 20, 10);
    contents.add(unit, 9, 90, 90, 10);
    contents.add(unit, 10, 70, 71, 7);
    contents.add(unit, 0, 5, 6, 2);
    contents.add("large", 0, 5, 8, 3);
    assertThat(contents.units()).isEqualTo(35);
    assertThat(contents.sizes()).hasSize(35).containsOnly(1);
    assertThat(contents.copied()[0]).isEqualTo(20 + 90 + 71 + 6);
    assertThat(contents.fresh()[0]).isEqualTo(10 + 90 + 70);
    assertThat(contents.fresh()[1]).isZero();
    assertThat(contents.heldBy(1)[0]).isEqualTo(10);
    assertThat(contents.heldBy(9)[0]).isEqualTo(90);
    assertThat(contents.certainCopied()).isEqualTo(8);
    assertThat(contents.certainDistinct()).isEqualTo(5);
    assertThat(contents.drawnDistinct()).isEqualTo(27);
  }
}
