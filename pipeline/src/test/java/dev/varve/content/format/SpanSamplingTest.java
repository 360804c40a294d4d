package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanSamplingTest {
  private static List<Long> taken(SpanSampling sampling, String layer, int spans) {
    return LongStream.range(0, spans)
        .filter(number -> sampling.takes(layer, number))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1 / 64.0, 0.1, 1 / 3.0, 0.5, 0.9})
  void spansAreEquidistant(double share) {
    for (int layer = 0; layer < 50; layer++) {
      List<Long> taken = taken(new SpanSampling(share, new Seed(3)), "layer " + layer, 1000);
      assertThat(taken.size()).isBetween((int) (1000 * share), (int) (1000 * share) + 1);
      for (int at = 1; at < taken.size(); at++) {
        assertThat((double) (taken.get(at) - taken.get(at - 1)))
            .isBetween(Math.floor(1 / share), Math.ceil(1 / share));
      }
    }
  }

  @Test
  void allAndNoSpans() {
    assertThat(taken(new SpanSampling(1, new Seed(3)), "layer", 5000)).hasSize(5000);
    assertThat(taken(new SpanSampling(0, new Seed(0)), "layer", 5000)).isEmpty();
    assertThat(new SpanSampling(0, new Seed(0)).isSampling()).isFalse();
    assertThat(new SpanSampling(1, new Seed(3)).takes("layer", -1)).isFalse();
  }

  /** Of 10,000 layers of one span, a tenth: within 5 standard deviations of 30. */
  @Test
  void smallLayersHaveTheirShareToo() {
    for (long seed : new long[] {1, 2}) {
      SpanSampling sampling = new SpanSampling(0.1, new Seed(seed));
      long first =
          IntStream.range(0, 10_000).filter(layer -> sampling.takes("layer " + layer, 0)).count();
      assertThat(first).isBetween(850L, 1150L);
    }
  }

  @Test
  void layersAndSeedsBeginElsewhere() {
    SpanSampling one = new SpanSampling(0.01, new Seed(1));
    SpanSampling other = new SpanSampling(0.01, new Seed(2));
    assertThat(
            IntStream.range(0, 100).mapToObj(layer -> taken(one, "layer " + layer, 100)).distinct())
        .hasSizeGreaterThan(50);
    assertThat(
            IntStream.range(0, 100)
                .filter(layer -> taken(one, "" + layer, 100).equals(taken(other, "" + layer, 100)))
                .count())
        .isLessThan(10);
  }

  /** Numbers rise by one, from another number in each layer. */
  @Test
  void spansOfTheSampleAreNumbered() {
    SpanSampling sampling = new SpanSampling(0.3, new Seed(1));
    List<Long> draws =
        taken(sampling, "layer", 200).stream()
            .map(number -> sampling.sampleIndex("layer", number))
            .toList();
    assertThat(draws).isEqualTo(LongStream.range(draws.get(0), draws.get(0) + 60).boxed().toList());
    assertThat(
            IntStream.range(0, 160)
                .filter(layer -> sampling.takesSlow(first("" + layer), 0, 4))
                .count())
        .isBetween(2L, 25L);
  }

  @Test
  void ofSmallInputsMoreSpansAreMeasuredSlowly() {
    SpanSampling sampling = new SpanSampling(0.002, new Seed(1));
    assertThat(sampling.slowEvery()).isEqualTo(16);
    assertThat(sampling.withShare(1, 128L << 20).slowEvery()).isEqualTo(10);
    assertThat(sampling.withShare(0.5, 48L << 20).slowEvery()).isEqualTo(2);
    assertThat(sampling.withShare(1, 3000).slowEvery()).isOne();
    assertThat(sampling.withShare(0.002, 1L << 40).slowEvery()).isEqualTo(16);
    assertThat(sampling.withShare(1, 3000).takesSlow(17, 0, 4)).isTrue();
  }

  /** A layer of 200 MiB that inflates 80 times: 12 spans, and every tenth of 188, by hand. */
  @Test
  void ofALayerThatInflatesMuchFewSpansAreMeasuredSlowly() {
    SpanSampling all = new SpanSampling(1, 1, new Seed(1));
    assertThat(slow(all, 80)).isBetween(12L + 18, 12L + 19);
    assertThat(slow(all, 8)).isEqualTo(200);
    assertThat(slow(new SpanSampling(1, 4, new Seed(1)), 80)).isBetween(3L + 4, 3L + 5);
  }

  private static long slow(SpanSampling sampling, double fold) {
    return LongStream.range(0, 200)
        .filter(number -> sampling.takesSlow(sampling.sampleIndex("layer", number), number, fold))
        .count();
  }

  private static long first(String layer) {
    return new SpanSampling(1, new Seed(1)).sampleIndex(layer, 0);
  }
}
