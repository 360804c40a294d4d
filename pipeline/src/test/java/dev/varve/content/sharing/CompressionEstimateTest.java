package dev.varve.content.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionEstimateTest {
  private static final long PIECE = 128 << 10;

  private record Content(String type, long bytes, long compressedBytes, double storedBytes) {
    boolean isPacked() {
      return storedBytes < 0.98 * bytes;
    }

    double known() {
      return isPacked() ? storedBytes : bytes;
    }
  }

  /**
   * Types with ratios of their own, lengths over six powers of ten of which few have most of the
   * bytes, a type that is one of two things, and stored bytes by another codec, or none at all.
   */
  private static List<Content> world(RandomGenerator random, int files) {
    List<Content> world = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      double kind = random.nextDouble();
      String type = kind < 0.5 ? "text" : kind < 0.9 ? "elf" : "archive";
      double common = type.equals("text") ? 0.25 : type.equals("elf") ? 0.4 : 1;
      if (type.equals("archive") && random.nextDouble() < 0.2) {
        common = 0.3;
      }
      long bytes = 1 + (long) Math.exp(9 + 2 * random.nextGaussian());
      double ratio = Math.min(1, Math.max(0.01, common * (1 + 0.2 * random.nextGaussian())));
      long compressed = Math.max(1, Math.round(ratio * bytes));
      double stored = compressed * (0.95 + 0.1 * random.nextGaussian());
      world.add(
          new Content(type, bytes, compressed, Math.max(1.0, Math.min((double) bytes, stored))));
    }
    return world;
  }

  private static List<SampledContents> sampled(
      List<Content> world, RandomGenerator random, double share) {
    Map<String, List<Content>> kinds = new LinkedHashMap<>();
    for (Content content : world) {
      kinds
          .computeIfAbsent(content.type() + content.isPacked(), type -> new ArrayList<>())
          .add(content);
    }
    List<SampledContents> contents = new ArrayList<>();
    for (List<Content> of : kinds.values()) {
      SampledContents sums =
          new SampledContents(
              of.get(0).type(),
              of.get(0).isPacked(),
              of.size(),
              of.stream().mapToLong(Content::bytes).sum(),
              of.stream().mapToDouble(Content::known).sum());
      for (Content one : of) {
        pieces(one, random, share, sums);
      }
      contents.add(sums);
    }
    return contents;
  }

  /**
   * A piece takes its part of what its file does, give or take a half, and no more than it is. So
   * does its share of the stored bytes, give or take a tenth of that.
   */
  private static void pieces(
      Content one, RandomGenerator random, double share, SampledContents sums) {
    double ratio = (double) one.compressedBytes() / one.bytes();
    long piece = share < 1 ? PIECE : one.bytes();
    for (long from = 0; from < one.bytes(); from += piece) {
      long length = Math.min(piece, one.bytes() - from);
      double inclusion = Math.min(1, share / (1 - share) * Math.sqrt(length / (double) PIECE));
      if (random.nextDouble() < inclusion) {
        double off =
            length < one.bytes() ? Math.min(0.5, 1 / ratio - 1) * (2 * random.nextDouble() - 1) : 0;
        long compressed = Math.round((1 + off) * ratio * length);
        double seen = off == 0 ? 1 : 1 + 0.1 * (2 * random.nextDouble() - 1);
        double known = one.known() * length / one.bytes() * (one.isPacked() ? (1 + off) * seen : 1);
        sums.add(length, known, compressed, inclusion);
        if (length == one.bytes()) {
          sums.addWhole();
        }
      }
    }
  }

  /** At least 93 in 100 intervals of 95 % hold what compressing every content gives. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.2})
  void theTruthIsInside93In100Intervals(double share) {
    int inside = 0;
    double width = 0;
    List<Content> world = world(new Seed(1).at("compression").random(), 20_000);
    long truth = world.stream().mapToLong(Content::compressedBytes).sum();
    for (int number = 0; number < 400; number++) {
      RandomGenerator random = new Seed(number).at("sample").random();
      CompressionEstimate all = CompressionEstimate.of(sampled(world, random, share)).get(0);
      assertThat(all.type()).isEqualTo("all");
      inside += all.lowBytes() <= truth && truth <= all.highBytes() ? 1 : 0;
      width += (double) (all.highBytes() - all.lowBytes()) / truth / 400;
    }
    assertThat(inside).isGreaterThanOrEqualTo(372);
    assertThat(width).isLessThan(share < 0.02 ? 0.9 : share < 0.1 ? 0.4 : 0.15);
  }

  @Test
  void whatWasCompressedWholeIsTheSum() {
    List<Content> world = world(new Seed(1).random(), 300);
    List<CompressionEstimate> estimates =
        CompressionEstimate.of(sampled(world, new Seed(2).random(), 1));
    assertThat(estimates)
        .extracting(CompressionEstimate::type)
        .containsExactlyInAnyOrder("all", "text", "elf", "archive");
    for (CompressionEstimate estimate : estimates) {
      long truth =
          world.stream()
              .filter(one -> estimate.type().equals("all") || one.type().equals(estimate.type()))
              .mapToLong(Content::compressedBytes)
              .sum();
      assertThat(estimate.compressedBytes()).isEqualTo(truth);
      assertThat(estimate.lowBytes()).isEqualTo(truth);
      assertThat(estimate.highBytes()).isEqualTo(truth);
      assertThat(estimate.samples()).isEqualTo(estimate.files());
    }
  }

  /**
   * By hand: 10 texts of 100 bytes, each stored in 50, of which 4 were drawn with probability .4,
   * at 45, 55, 45, 55: ratio 1, 500 in all. Off by 25/50 each: 2, and 10 more of the common 2/3,
   * over 3 + 10: 2/3. Left are 6 x 50, and each sample stands for 1.5 others: 4 x 1.5^2 x 50; in
   * all 750 x 2/3 = 500. Over draws: 4/3 x .6 x 2.5^2 x 4 x 25 = 500. t with 3 degrees is 3.18: 500
   * +- 71.
   */
  @Test
  void aTypeHasTheRatioOfItsSamples() {
    SampledContents text = new SampledContents("text", true, 10, 1000, 500);
    for (int compressed : new int[] {45, 55, 45, 55}) {
      text.add(100, 50, compressed, 0.4);
    }
    List<CompressionEstimate> estimates = CompressionEstimate.of(List.of(text));
    assertThat(estimates)
        .containsExactly(
            new CompressionEstimate("all", 10, 1000, 4, 400, 200, 500, 429, 571),
            new CompressionEstimate("text", 10, 1000, 4, 400, 200, 500, 429, 571));
  }

  /** By hand: elf has no sample, so 500 bytes at the common ratio .25; what is known stays. */
  @Test
  void aTypeOfFewSamplesHasTheCommonRatio() {
    SampledContents text = new SampledContents("text", false, 4, 400, 400);
    for (int compressed : new int[] {20, 30, 20, 30}) {
      text.add(100, 100, compressed, 1);
      text.addWhole();
    }
    List<CompressionEstimate> estimates =
        CompressionEstimate.of(List.of(text, new SampledContents("elf", false, 5, 500, 500)));
    assertThat(estimates.get(2).compressedBytes()).isEqualTo(125);
    assertThat(estimates.get(1).highBytes()).isEqualTo(100);
    assertThat(estimates.get(0).compressedBytes()).isEqualTo(225);
    assertThat(estimates.get(0).lowBytes()).isBetween(100L, 200L);
    assertThat(estimates.get(0).highBytes()).isBetween(250L, 600L);
  }

  @Test
  void withoutSamplesNothingIsSaid() {
    assertThat(CompressionEstimate.of(List.of())).isEmpty();
    SampledContents text = new SampledContents("text", true, 10, 1000, 500);
    assertThat(CompressionEstimate.of(List.of(text))).isEmpty();
    text.add(100, 50, 20, 0.1);
    assertThat(CompressionEstimate.of(List.of(text))).isEmpty();
  }
}
