package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.varve.content.format.CodingFit.CodedSpan;
import dev.varve.content.format.CodingFit.Correction;
import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Fits to made spans. */
class CodingFitTest {
  private static CodedSpan span(int number, double extra) {
    double stored = 400_000 + 1000 * (number * 37 % 101);
    double contents = number * number % 23;
    double bytes = 600_000 + 997 * (number * 53 % 307);
    return new CodedSpan(
        "layer " + number % 5,
        stored,
        bytes,
        contents,
        0.7 * stored + 0.05 * bytes + 60 * contents + extra);
  }

  private static List<CodedSpan> spans(int count, ToDoubleFunction<Integer> extra) {
    List<CodedSpan> spans = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      spans.add(span(number, extra.applyAsDouble(number)));
    }
    return spans;
  }

  @Test
  void factorsOfExactSpansAreFound() {
    List<CodedSpan> spans = spans(40, number -> 0);
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.7, offset(1e-9));
    assertThat(fit.contentFactor()).isCloseTo(0.05, offset(1e-9));
    assertThat(fit.countBytes()).isCloseTo(60, offset(1e-6));
    assertThat(fit.errorRatio()).isCloseTo(0, offset(1e-9));
    assertThat(fit.spanVariance()).isCloseTo(0, offset(1e-6));
    assertThat(fit.corrections(spans).values())
        .allSatisfy(one -> assertThat(one.ratio()).isCloseTo(0, offset(1e-9)));
  }

  /** By numpy: least squares, the covariance of its factors, and variances by layers. */
  @Test
  void noisySpansAreFittedAsElsewhere() {
    List<CodedSpan> spans =
        spans(60, number -> (number * 29 % 17 - 8) * 1000 + (number % 5 - 2) * 20_000);
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.7478901, withPercentage(0.001));
    assertThat(fit.contentFactor()).isCloseTo(0.01490551, withPercentage(0.001));
    assertThat(fit.countBytes()).isCloseTo(654.1922, withPercentage(0.001));
    assertThat(fit.errorRatio()).isCloseTo(0.02153049, withPercentage(0.01));
    assertThat(fit.spanVariance()).isCloseTo(470.4704, withPercentage(0.01));
    assertThat(fit.layerVariance()).isCloseTo(0.01519917, withPercentage(0.01));
  }

  @Test
  void fewSpansAreFittedByTheirStoredBytes() {
    List<CodedSpan> spans =
        List.of(new CodedSpan("a", 1000, 900, 3, 400), new CodedSpan("b", 3000, 2900, 1, 1200));
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.4, withPercentage(0.01));
    assertThat(fit.contentFactor()).isZero();
    assertThat(fit.countBytes()).isZero();
    CodingFit one = CodingFit.of(spans.subList(0, 1), 0.95);
    assertThat(one.storedFactor()).isEqualTo(0.4);
    assertThat(one.errorRatio()).isOne();
    assertThat(CodingFit.of(List.of(new CodedSpan("a", 0, 0, 0, 0)), 0.95).storedFactor()).isZero();
  }

  /** Three things that follow from one another, by rounding not quite. */
  @Test
  void spansThatAreAlikeAreFittedByTheirStoredBytes() {
    List<CodedSpan> equal = new ArrayList<>();
    List<CodedSpan> alike = new ArrayList<>();
    for (int number = 1; number <= 50; number++) {
      equal.add(new CodedSpan("layer", 700_001, 900_007, 13, 350_000 + number % 2));
      alike.add(
          new CodedSpan(
              "layer", 1e4 * number, 1.1e4 * number, number / 3.0, 3e3 * number + number % 2));
    }
    CodingFit fit = CodingFit.of(equal, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.5, withPercentage(0.01));
    assertThat(fit.contentFactor()).isZero();
    assertThat(fit.countBytes()).isZero();
    fit = CodingFit.of(alike, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.3, withPercentage(0.1));
    assertThat(fit.contentFactor()).isZero();
    assertThat(fit.countBytes()).isZero();
  }

  /** Of a layer that is not compressed, stored bytes are headers and contents. */
  @Test
  void contentsThatNeverBeginHaveNoFactor() {
    List<CodedSpan> spans = new ArrayList<>();
    for (int number = 0; number < 30; number++) {
      spans.add(new CodedSpan("layer", 1000 + number, 1000 + number, 0, 500 + number / 2.0));
    }
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.storedFactor()).isCloseTo(0.5, withPercentage(0.01));
    assertThat(fit.countBytes()).isZero();
  }

  /**
   * Spans of 10^6 bytes, each 100,000 beyond the fit: of nine, the variance of the mean is 1,000 /
   * 9 / 10^6, a ninth of that between layers; of one it is as large.
   */
  @Test
  void correctionsByHand() {
    CodingFit fit = new CodingFit(0.5, 0, 0, 0, 1000, 1e-3);
    List<CodedSpan> spans = new ArrayList<>();
    double stored = 999_999;
    for (int number = 0; number < 9; number++) {
      spans.add(new CodedSpan("many", stored, 0, 0, stored / 2 + 100_000));
    }
    spans.add(new CodedSpan("one", stored, 0, 0, stored / 2 + 100_000));
    Map<String, Correction> corrections = fit.corrections(spans);
    Correction many = Objects.requireNonNull(corrections.get("many"));
    Correction one = Objects.requireNonNull(corrections.get("one"));
    assertThat(many.storedBytes()).isEqualTo(9 * stored);
    assertThat(many.beyondBytes()).isCloseTo(900_000, withPercentage(0.001));
    assertThat(many.ratio()).isCloseTo(0.09, withPercentage(0.001));
    assertThat(many.variance()).isCloseTo(1e-4, withPercentage(0.001));
    assertThat(one.ratio()).isCloseTo(0.05, withPercentage(0.001));
    assertThat(one.variance()).isCloseTo(5e-4, withPercentage(0.001));
  }

  /** Layers differ by some 5 %, their spans by 10 %; one layer takes 10 % more than all others. */
  @Test
  void aLayerIsCorrectedTheMoreTheMoreSpansItHas() {
    RandomGenerator random = new Seed(4).random();
    List<CodedSpan> spans = new ArrayList<>();
    for (int layer = 0; layer < 100; layer++) {
      double own = 0.05 * random.nextGaussian();
      for (int number = 0; number < 5; number++) {
        spans.add(ratio("layer " + layer, 0.5 + own + 0.1 * random.nextGaussian()));
      }
    }
    for (int number = 0; number < 100; number++) {
      spans.add(ratio("many", 0.6));
    }
    spans.add(ratio("one", 0.6));
    CodingFit fit = CodingFit.of(spans, 0.95);
    Map<String, Correction> corrections = fit.corrections(spans);
    double beyond = 0.6 - fit.storedFactor();
    assertThat(beyond).isBetween(0.07, 0.1);
    Correction many = Objects.requireNonNull(corrections.get("many"));
    Correction one = Objects.requireNonNull(corrections.get("one"));
    assertThat(many.ratio() / beyond).isBetween(0.95, 1.0);
    assertThat(one.ratio() / beyond).isBetween(0.1, 0.5);
    assertThat(many.variance()).isLessThan(one.variance());
  }

  private static CodedSpan ratio(String layer, double ratio) {
    return new CodedSpan(layer, 500_000, 0, 0, 500_000 * ratio);
  }

  /** Layers of one span each: how they differ cannot be taken apart. */
  @Test
  void layersOfASpanEachHaveNoCorrection() {
    List<CodedSpan> spans = new ArrayList<>();
    for (int layer = 0; layer < 20; layer++) {
      spans.add(ratio("layer " + layer, 0.5 + layer % 2 * 0.01));
    }
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.layerVariance()).isZero();
    assertThat(fit.spanVariance()).isPositive();
    assertThat(fit.corrections(spans).values()).allMatch(one -> one.ratio() == 0);
  }

  /** Spans of a layer take 20,000 more or less by turns, all layers the same: only chance. */
  @Test
  void halfOfTheShareIsBelievedFromFourSpansOn() {
    List<CodedSpan> spans = new ArrayList<>();
    for (int number = 0; number < 400; number++) {
      spans.add(ratio("layer " + number / 4, 0.5 + (number % 2 == 0 ? 0.04 : -0.04)));
    }
    CodingFit fit = CodingFit.of(spans, 0.95);
    assertThat(fit.layerVariance()).isCloseTo(fit.spanVariance() / 4 / 500_000, withPercentage(1));
    List<CodedSpan> more =
        List.of(ratio("four", 0.6), ratio("four", 0.6), ratio("four", 0.6), ratio("four", 0.6));
    Correction four = Objects.requireNonNull(fit.corrections(more).get("four"));
    assertThat(four.ratio()).isCloseTo(0.1 / 2, withPercentage(1));
    assertThat(four.beyondBytes()).isCloseTo(4 * 50_000, withPercentage(1));
  }

  /** 400 registries of 60 layers, of whose spans every sixteenth is known. */
  @Test
  void intervalsContainWhatLayersTake() {
    int layers = 0;
    int layersWithin = 0;
    int totalsWithin = 0;
    for (int draw = 0; draw < 400; draw++) {
      Registry registry = new Registry(new Seed(6).at(draw));
      layers += registry.unseen;
      layersWithin += registry.unseenWithin;
      totalsWithin += registry.isTotalWithin ? 1 : 0;
    }
    assertThat((double) layersWithin / layers).isBetween(0.93, 0.98);
    // Both parts of the error count in full, and partly compensate each other.
    assertThat(totalsWithin).isGreaterThan(380);
  }

  private static final class Registry {
    private final double[] stored = new double[60];
    private final double[] coded = new double[stored.length];
    private final double[] fitted = new double[stored.length];
    private final boolean[] seen = new boolean[stored.length];
    private final List<CodedSpan> sample = new ArrayList<>();
    private int unseen;
    private int unseenWithin;
    private boolean isTotalWithin;

    Registry(Seed seed) {
      RandomGenerator random = seed.random();
      List<List<CodedSpan>> all = new ArrayList<>();
      SpanSampling sampling = new SpanSampling(1 / 16.0, seed);
      for (int layer = 0; layer < stored.length; layer++) {
        String name = "layer " + layer;
        List<CodedSpan> spans = new ArrayList<>();
        double own = 0.1 * random.nextGaussian();
        long count = Math.max(1, Math.min(300, Math.round(10 * Math.exp(random.nextGaussian()))));
        for (long number = 0; number < count; number++) {
          double bytes = 200_000 + 400_000 * random.nextDouble();
          double contents = random.nextInt(40);
          double ratio = 0.7 + own + 0.05 * random.nextGaussian();
          spans.add(
              new CodedSpan(
                  name,
                  bytes,
                  700_000 + 300_000 * random.nextDouble(),
                  contents,
                  ratio * bytes + 60 * contents));
          if (sampling.takes(name, number)) {
            sample.add(spans.get((int) number));
            seen[layer] = true;
          }
        }
        all.add(spans);
      }
      CodingFit fit = CodingFit.of(sample, 0.95);
      Map<String, Correction> corrections = fit.corrections(sample);
      check(fit, all, corrections);
    }

    /** As the simulation adds up parts. */
    private void check(
        CodingFit fit, List<List<CodedSpan>> all, Map<String, Correction> corrections) {
      double fitErrors = 0;
      double beyond = 0;
      double variances = 0;
      for (int layer = 0; layer < stored.length; layer++) {
        Correction correction =
            corrections.getOrDefault(
                "layer " + layer, new Correction(0, 0, 0, fit.layerVariance()));
        for (CodedSpan span : all.get(layer)) {
          stored[layer] += span.storedBytes();
          coded[layer] += span.codedBytes();
          fitted[layer] +=
              fit.storedFactor() * span.storedBytes()
                  + fit.contentFactor() * span.contentBytes()
                  + fit.countBytes() * span.contents();
        }
        double rest = stored[layer] - correction.storedBytes();
        fitted[layer] += correction.beyondBytes() + correction.ratio() * rest;
        double variance = fit.spanVariance() * rest + correction.variance() * rest * rest;
        double ofFit = fit.errorRatio() * fitted[layer] * rest / stored[layer];
        double error = ofFit + Math.sqrt(variance);
        if (!seen[layer]) {
          unseen++;
          unseenWithin += Math.abs(fitted[layer] - coded[layer]) <= error ? 1 : 0;
        }
        fitErrors += ofFit;
        beyond += fitted[layer] - coded[layer];
        variances += variance;
      }
      isTotalWithin = Math.abs(beyond) <= fitErrors + Math.sqrt(variances);
    }
  }
}
