package dev.varve.content.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    assertThat(other.contains(1) && other.contains(5)).isTrue();
    assertThat(other.contains(0.9) || other.contains(5.1)).isFalse();
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

  /**
   * Four of eight units of size 10 have 5 each. A fifth one of 0 or 10 scatters by .5 x .5 / 5 =
   * .05; times 400/6400 + .25 x 400/1600 = .125.
   */
  @Test
  void equalPartsAreNotTakenForThoseOfAllUnits() {
    double[] parts = {5, 5, 5, 5};
    double[] sizes = {10, 10, 10, 10};
    ConfidenceInterval ratio = RatioEstimate.ofParts(parts, sizes, 80, 800, 8, 0.95);
    double half = 3.182446 * Math.sqrt(0.05 * 0.125);
    assertThat(ratio.value()).isEqualTo(0.5);
    assertThat(ratio.high() - 0.5).isCloseTo(half, within(1e-6));
    assertThat(0.5 - ratio.low()).isCloseTo(half, within(1e-6));
    assertThat(RatioEstimate.ofParts(sizes, sizes, 80, 800, 8, 0.95))
        .isEqualTo(ConfidenceInterval.exact(1));
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

  /** Tables of Student's t: 97.5 % of 3 degrees. */
  @Test
  void quantilesAreThoseOfTables() {
    double[] four = {7, 7, 7, 7};
    assertThat(RatioEstimate.quantile(four, 0.95)).isCloseTo(3.182446, within(1e-5));
    assertThat(RatioEstimate.quantile(new double[4], 0.95)).isCloseTo(3.182446, within(1e-5));
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
    assertThat(draw.certain().keySet()).containsExactly("large");
    assertThat(draw.drawn()).hasSize(35);
    assertThat(draw.certainSize()).isEqualTo(30);
    assertThat(draw.restUnits()).isEqualTo(100);
    assertThat(draw.restSize()).isEqualTo(100);
    assertThat(draw.restSquares()).isEqualTo(100);
    assertThat(draw.isWhole()).isFalse();
    assertThat(draw.contains("large")).isTrue();
    assertThat(draw.drawn().keySet()).allMatch(draw::contains);
    assertThat(draw.contains("unknown")).isFalse();
  }

  /** What is read in any case is not drawn from, and changes no other unit. */
  @Test
  void furtherCertainUnitsAreReadToo() {
    UnitDraw draw = UnitDraw.of(units(30), 0.5, new Seed(1));
    UnitDraw more = draw.with(Map.of("broken", 0.0, "doubtful", 7.0));
    assertThat(more.certain())
        .containsOnly(
            Map.entry("large", 30.0), Map.entry("broken", 0.0), Map.entry("doubtful", 7.0));
    assertThat(more.certainSize()).isEqualTo(37);
    assertThat(more.drawn()).isEqualTo(draw.drawn());
    assertThat(more.restUnits()).isEqualTo(100);
    assertThat(more.contains("broken")).isTrue();
  }

  /** Certain units take up to half: 100/3 of 2 x 200/3 do, and a little more does not. */
  @Test
  void certainUnitsTakeHalfOfWhatIsRead() {
    double most = 100 / 3.0; // x = (100 + x) / 4
    assertThat(UnitDraw.of(units(most - 1e-9), 0.5, new Seed(1)).certain()).hasSize(1);
    assertThat(UnitDraw.of(units(most + 1e-9), 0.5, new Seed(1)).certain()).isEmpty();
  }

  /**
   * A tenth of 101 is 10: 5 for certain, and twice the other 5. Of 6 %, 3 and twice 3. Of a
   * hundredth none for certain, and twice one is less than three.
   */
  @Test
  void fewUnitsAreDrawnTwiceAndAtLeastThree() {
    assertThat(UnitDraw.of(units(1), 0.1, new Seed(1)).drawn()).hasSize(10);
    assertThat(UnitDraw.of(units(1), 0.06, new Seed(1)).drawn()).hasSize(6);
    assertThat(UnitDraw.of(units(1), 0.01, new Seed(1)).drawn()).hasSize(3);
    assertThat(UnitDraw.of(units(1), 0.5, new Seed(1)).drawn()).hasSize(50);
    UnitDraw all = UnitDraw.of(units(30), 1, new Seed(1));
    assertThat(all.drawn()).hasSize(101);
    assertThat(all.isWhole()).isTrue();
    assertThat(all.restSquares()).isEqualTo(100 + 900);
    assertThat(UnitDraw.of(units(1), 0.5, new Seed(1)).drawn().keySet())
        .containsExactlyElementsOf(UnitDraw.of(units(1), 0.5, new Seed(1)).drawn().keySet())
        .isNotEqualTo(UnitDraw.of(units(1), 0.5, new Seed(2)).drawn().keySet());
  }

  /**
   * Content 1 in one drawn unit, twice; content 2 in three drawn units; content 3 in the large unit
   * and in a drawn one. Each has 10 bytes.
   */
  @Test
  void contentsAreCountedByTheUnitsThatContainThem() {
    UnitDraw draw = UnitDraw.of(units(30), 0.5, new Seed(1));
    List<String> drawn = List.copyOf(draw.drawn().keySet());
    UnitContents contents = new UnitContents(draw, Map.of());
    contents.add(EstimateWorld.owner(drawn.get(0), 1, 10, 2, 0, 0));
    contents.add(EstimateWorld.owner(drawn.get(0), 2, 10, 1, 0, 0));
    contents.add(EstimateWorld.owner(drawn.get(1), 2, 10, 1, 0, 0));
    contents.add(EstimateWorld.owner(drawn.get(2), 2, 10, 1, 0, 0));
    contents.add(EstimateWorld.owner("large", 3, 10, 3, 0, 0));
    contents.add(EstimateWorld.owner(drawn.get(0), 3, 10, 1, 0, 0));
    contents.add(EstimateWorld.owner("not read", 4, 10, 1, 0, 0));
    contents.finish();
    UnitSums first = contents.drawn().get(0);
    assertThat(first.size()).isEqualTo(1);
    assertThat(first.copied()).isEqualTo(20 + 10 + 10);
    assertThat(first.uncertainBytes()).isEqualTo(10 + 10);
    assertThat(first.inUnits(1)).isEqualTo(10);
    assertThat(first.inUnits(3)).isEqualTo(10);
    assertThat(first.once()).isCloseTo(10 + 10 / 3.0 + 5, within(1e-9));
    assertThat(contents.certainCopied()).isEqualTo(30);
    assertThat(contents.certainDistinct()).isEqualTo(10);
    assertThat(contents.drawnDistinct()).isCloseTo(20, within(1e-9));
    assertThat(contents.heads().isEmpty()).isTrue();
  }

  /**
   * Three units of 100 bytes with heads of 20: a content of 10 in two heads and in the rest of a
   * drawn unit weighs 10 x 100/20 in each head.
   */
  @Test
  void headsCountTheUnitsThatTheyShowAndThoseThatTheyMiss() {
    UnitDraw draw = UnitDraw.of(units(30), 0.5, new Seed(1));
    List<String> drawn = List.copyOf(draw.drawn().keySet());
    UnitContents contents = new UnitContents(draw, Map.of("a", 5.0, "b", 5.0, drawn.get(0), 5.0));
    contents.add(EstimateWorld.owner("a", 1, 10, 1, 1, 3));
    contents.add(EstimateWorld.owner("b", 1, 10, 1, 1, 3));
    contents.add(EstimateWorld.owner(drawn.get(0), 1, 10, 1, 0, 3));
    contents.finish();
    HeadSums heads = contents.heads();
    assertThat(heads.weight(2, -1)).isEqualTo(100);
    assertThat(heads.once(2, -1)).isEqualTo(100);
    assertThat(heads.weight(2, 3)).isZero();
    assertThat(heads.meanHeads(2)).isEqualTo(2);
    // One of 35 drawn of 100: about 2.86 of all, and so much is the mean square.
    assertThat(heads.meanMissedSquare(2)).isCloseTo(100 / 35.0, within(1e-9));
    assertThat(contents.drawn().get(0).missedWeight(2)).isEqualTo(100);
    assertThat(heads.effectiveContents()).isEqualTo(1);
  }

  /** Numbers of heads have a row each up to 12, then rows that grow by 1.3. */
  @Test
  void manyHeadsShareRows() {
    assertThat(HeadSums.row(12)).isEqualTo(12);
    assertThat(HeadSums.row(13)).isEqualTo(13);
    assertThat(HeadSums.row(16)).isEqualTo(13);
    assertThat(HeadSums.row(17)).isEqualTo(14);
    assertThat(HeadSums.row(Integer.MAX_VALUE)).isEqualTo(HeadSums.ROWS - 1);
  }

  /** Half of a tenth for heads, of more at most a twentieth; a head has at least 64 KiB. */
  @Test
  void bytesAreDividedBetweenHeadsAndWholeUnits() {
    assertThat(ReadBudget.of(0.06)).isEqualTo(new ReadBudget(0.03, 0.03));
    assertThat(ReadBudget.of(0.4)).isEqualTo(new ReadBudget(0.05, 0.4 - 0.05));
    assertThat(ReadBudget.of(1)).isEqualTo(new ReadBudget(0, 1));
    assertThat(ReadBudget.of(0.06).headBytes(100_000_000)).isEqualTo(3_000_000);
    assertThat(ReadBudget.of(0.06).headBytes(1000)).isEqualTo(65_536);
    assertThat(ReadBudget.of(1).headBytes(1e9)).isZero();
  }

  @Test
  void anIndependentFactorAddsItsRelativeErrorAsSquares() {
    ConfidenceInterval product =
        ConfidenceInterval.around(10, 3).timesIndependent(ConfidenceInterval.around(20, 8));
    // 30 % and 40 % make 50 % of 200.
    assertThat(product).isEqualTo(new ConfidenceInterval(200, 100, 300));
    assertThat(product.with(350)).isEqualTo(new ConfidenceInterval(200, 100, 350));
    assertThat(product.with(150)).isEqualTo(product);
  }
}
