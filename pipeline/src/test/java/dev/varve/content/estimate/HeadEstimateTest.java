package dev.varve.content.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Heads against units in which every content is known. */
class HeadEstimateTest {
  private static final int BYTES = 100;

  /**
   * Reads units of contents of 100 bytes each.
   *
   * @param units the contents of each, in their order
   * @param head how many of these are the head of a unit
   */
  private static UnitContents read(List<List<Integer>> units, int head, int drawn, long seed) {
    List<UnitDraw.Unit> sizes =
        IntStream.range(0, units.size())
            .mapToObj(unit -> new UnitDraw.Unit("" + unit, units.get(unit).size() * BYTES))
            .toList();
    UnitDraw draw = UnitDraw.of(sizes, (double) drawn / units.size(), new Seed(seed));
    Map<String, Double> headWeights = new HashMap<>();
    Map<Integer, List<UnitContents.Owner>> byContent = new HashMap<>();
    for (int unit = 0; unit < units.size(); unit++) {
      String name = "" + unit;
      headWeights.put(name, sizes.get(unit).size() / (head * BYTES));
      for (int place = 0; place < units.get(unit).size(); place++) {
        if (place < head || draw.contains(name)) {
          int content = units.get(unit).get(place);
          byContent
              .computeIfAbsent(content, none -> new ArrayList<>())
              .add(EstimateWorld.owner(name, content, BYTES, 1, place < head ? 1 : 0, place));
        }
      }
    }
    UnitContents contents = new UnitContents(draw, headWeights);
    byContent.values().forEach(owners -> owners.forEach(contents::add));
    contents.finish();
    return contents;
  }

  private static double distinctShare(List<List<Integer>> units) {
    Set<Integer> distinct = new HashSet<>();
    units.forEach(distinct::addAll);
    return (double) distinct.size() / units.stream().mapToInt(List::size).sum();
  }

  private static ConfidenceInterval estimated(UnitContents contents) {
    return HeadEstimate.distinctShare(contents, 0.95).orElseThrow();
  }

  /**
   * Two hundred units in pairs of equal ones: half of the bytes are distinct, and heads show it.
   */
  @Test
  void pairsOfEqualUnitsAreHalfDistinct() {
    List<List<Integer>> units =
        IntStream.range(0, 200)
            .mapToObj(unit -> IntStream.range(0, 50).mapToObj(one -> unit / 2 * 50 + one).toList())
            .toList();
    ConfidenceInterval share = estimated(read(units, 5, 20, 1));
    assertThat(share.value()).isEqualTo(0.5, within(1e-9));
    assertThat(share.low()).isGreaterThan(0.45);
    assertThat(share.high()).isLessThan(0.55);
  }

  /**
   * The second unit of each pair has the contents in reverse, so that no head shows a copy: each
   * content of a head has one more owner, that the units read whole find.
   */
  @Test
  void copiesBehindTheHeadsAreFoundInTheUnitsReadWhole() {
    List<List<Integer>> units =
        IntStream.range(0, 200)
            .mapToObj(
                unit ->
                    IntStream.range(0, 50)
                        .mapToObj(one -> unit / 2 * 50 + (unit % 2 == 0 ? one : 49 - one))
                        .toList())
            .toList();
    assertThat(distinctShare(units)).isEqualTo(0.5);
    int contained = 0;
    for (int seed = 0; seed < 100; seed++) {
      contained += estimated(read(units, 5, 40, seed)).contains(0.5) ? 1 : 0;
    }
    assertThat(contained).isGreaterThanOrEqualTo(93);
  }

  /** Heads of contents of their own, before contents that ten units share each. */
  @Test
  void headsThatAreUnlikeTheRestAreCorrected() {
    List<List<Integer>> units =
        IntStream.range(0, 400)
            .mapToObj(
                unit ->
                    IntStream.range(0, 50)
                        .mapToObj(
                            one -> one < 5 ? 1_000_000 + unit * 5 + one : unit / 10 * 50 + one)
                        .toList())
            .toList();
    double truth = distinctShare(units);
    double width = 0;
    int contained = 0;
    for (int seed = 0; seed < 100; seed++) {
      ContentEstimate estimate =
          ContentEstimate.of(read(units, 5, 160, seed), Double.POSITIVE_INFINITY);
      contained += estimate.saved().contains(1 - truth) ? 1 : 0;
      width += (estimate.saved().high() - estimate.saved().low()) / 100;
    }
    assertThat(contained).isGreaterThanOrEqualTo(93);
    assertThat(width).isLessThan(0.2);
  }

  /** Forty images of ten versions each, of which each changes a part: the usual registry. */
  @Test
  void versionsOfImagesHaveNarrowIntervalsThatHoldTheTruth() {
    RandomGenerator random = new Seed(4).random();
    List<List<Integer>> units = new ArrayList<>();
    int next = 0;
    for (int image = 0; image < 40; image++) {
      List<Integer> version = new ArrayList<>();
      for (int place = 0; place < 200; place++) {
        version.add(next++);
      }
      double change = random.nextDouble() / 2;
      for (int tag = 0; tag < 10; tag++) {
        units.add(List.copyOf(version));
        for (int place = 0; place < version.size(); place++) {
          if (random.nextDouble() < change) {
            version.set(place, next++);
          }
        }
      }
    }
    double truth = 1 - distinctShare(units);
    int contained = 0;
    double width = 0;
    for (int seed = 0; seed < 100; seed++) {
      ConfidenceInterval saved =
          ContentEstimate.of(read(units, 10, 20, seed), Double.POSITIVE_INFINITY).saved();
      contained += saved.contains(truth) ? 1 : 0;
      width += (saved.high() - saved.low()) / 100;
    }
    assertThat(contained).isGreaterThanOrEqualTo(93);
    assertThat(width).isLessThan(0.2);
  }
}
