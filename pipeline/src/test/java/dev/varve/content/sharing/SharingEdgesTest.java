package dev.varve.content.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.varve.content.sharing.FileOrigins.Origin;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folds of sharing at the sizes where their arrays grow, and what they refuse. */
class SharingEdgesTest {

  @Test
  void aChunkMayBeInAnyNumberOfSnapshots() {
    ChunkDegrees degrees = new ChunkDegrees();
    degrees.start();
    for (int snapshot = 0; snapshot < 100; snapshot++) {
      degrees.add(snapshot / 10, 3 * snapshot, 0);
      degrees.add(snapshot / 10, 3 * snapshot, 0);
    }
    assertThat(degrees.snapshotsInOrder())
        .isEqualTo(IntStream.range(0, 100).map(snapshot -> 3 * snapshot).toArray());
    assertThat(degrees.copies()).isEqualTo(200);
    assertThat(degrees.vms()).isEqualTo(10);
  }

  @Test
  void snapshotsComeByTheirVms() {
    ChunkDegrees degrees = new ChunkDegrees();
    degrees.start();
    degrees.add(1, 3, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> degrees.add(0, 4, 0))
        .withMessage("snapshot 4 after 3");
  }

  @Test
  void aContentMayBeInAnyNumberOfLayersOfAnyNumberOfImages() {
    LayerOwners.Builder builder = new LayerOwners.Builder(40);
    for (int layer = 0; layer < 40; layer++) {
      for (int image = 0; image < 50; image++) {
        builder.image(layer, 50 * layer + image);
      }
      builder.repository(layer, 2000 + layer / 4);
    }
    FileDegrees degrees = new FileDegrees(builder.build(), new FileOrigins());
    degrees.start();
    for (int layer = 39; layer >= 0; layer--) {
      degrees.add(layer);
    }
    degrees.addRepeats(5);
    degrees.end(1);
    assertThat(degrees.layersInOrder()).isEqualTo(IntStream.range(0, 40).toArray());
    assertThat(degrees.copies()).isEqualTo(45);
    assertThat(degrees.images()).isEqualTo(2000);
    assertThat(degrees.repositories()).isEqualTo(10);
  }

  @Test
  void ownersComeByLayerImagesFirst() {
    LayerOwners.Builder builder = new LayerOwners.Builder(3);
    builder.image(1, 0);
    builder.repository(1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.image(1, 2))
        .withMessage("an image after the repositories of layer 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.repository(0, 2))
        .withMessage("layer 0 after layer 1");
    LayerOwners owners = builder.build();
    assertThat(owners.layers()).isEqualTo(3);
    assertThat(owners.count()).isEqualTo(2);
    assertThat(List.of(owners.images(0), owners.images(1), owners.images(2)))
        .containsExactly(0, 1, 0);
  }

  /** Contents of 10 and 3 bytes: one repeat of the first, and two of the second elsewhere. */
  @Test
  void originsOfPartsAddUp() {
    FileOrigins one = new FileOrigins();
    assertThat(one.isEmpty()).isTrue();
    one.addContent();
    one.add(Origin.SAME_LAYER, 1, 10);
    FileOrigins other = new FileOrigins();
    other.addContent();
    other.add(Origin.ELSEWHERE, 2, 3);
    other.addAll(one);
    assertThat(other.isEmpty()).isFalse();
    assertThat(other.files(Origin.SAME_LAYER)).isEqualTo(1);
    assertThat(other.bytes(Origin.SAME_LAYER)).isEqualTo(10);
    assertThat(other.files(Origin.ELSEWHERE)).isEqualTo(2);
    assertThat(other.bytes(Origin.ELSEWHERE)).isEqualTo(6);
    FileOrigins none = new FileOrigins();
    none.addAll(one);
    assertThat(none.isEmpty()).isFalse();
  }

  /**
   * n of N contents of length L are drawn with probability n/N; their ratios are .25 give or take
   * .05. Both variances are then .05^2 L^2 N (N - n) / (n - 1), and the half of the interval is
   * that root times Student's t of n - 1 degrees, as tables have it.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 10, 3.182446, 0.005",
    "6, 12, 2.570582, 0.001",
    "10, 20, 2.262157, 0.0001",
    "30, 60, 2.045230, 0.0001"
  })
  void theIntervalIsThatOfStudentsT(int drawn, int of, double t, double off) {
    long length = 100_000_000;
    SampledContents text =
        new SampledContents("text", false, of, of * length, of * (double) length);
    for (int sample = 0; sample < drawn; sample++) {
      text.add(
          length, (double) length, length / 100 * (sample % 2 == 0 ? 20 : 30), (double) drawn / of);
    }
    CompressionEstimate estimate = CompressionEstimate.of(List.of(text)).get(1);
    double deviation = 0.05 * length * Math.sqrt(of * (of - drawn) / (drawn - 1.0));
    double half = (estimate.highBytes() - estimate.lowBytes()) / 2.0;
    assertThat(estimate.compressedBytes()).isEqualTo(of * length / 4);
    assertThat(half / deviation).isCloseTo(t, within(off));
  }

  /**
   * As with ten texts of 100 bytes of which four took 20, 30, 20, 30, and one of 10,000 bytes that
   * was not drawn. Each is off by 25/100, so contents are by 1/3 of their length: those left,
   * 10,600, and of what each sample stands for, 400 x (11 x 2.5 - 1)^2 = 280,900. The root of
   * 97,167 is 311.7, and t of 3 degrees 3.18: 2750 give or take 992.
   */
  @Test
  void aLargeContentThatWasNotDrawnWidensTheInterval() {
    SampledContents text = new SampledContents("text", false, 11, 11_000, 11_000);
    for (int compressed : new int[] {20, 30, 20, 30}) {
      text.add(100, 100, compressed, 0.4);
    }
    CompressionEstimate estimate = CompressionEstimate.of(List.of(text)).get(1);
    assertThat(estimate.compressedBytes()).isEqualTo(2750);
    assertThat(estimate.highBytes() - 2750.0).isBetween(988.0, 994.0);
    assertThat(2750.0 - estimate.lowBytes()).isBetween(988.0, 994.0);
  }

  /**
   * Half of all is drawn: 18 of 10 bytes at a half, and two of 1000 at .4 and .6. The draw's
   * variance is 20/19 x .5 x 2^2 x 2 x 100^2 = 42,105; that of the model, 4589, is less. With t of
   * 19 degrees, 2.093024, 2180 is off by 429.5.
   */
  @Test
  void largeContentsThatDifferWidenTheInterval() {
    SampledContents text = new SampledContents("text", false, 40, 4360, 4360);
    for (int small = 0; small < 18; small++) {
      text.add(10, 10, 5, 0.5);
    }
    text.add(1000, 1000, 400, 0.5);
    text.add(1000, 1000, 600, 0.5);
    CompressionEstimate estimate = CompressionEstimate.of(List.of(text)).get(1);
    assertThat(estimate.compressedBytes()).isEqualTo(2180);
    assertThat(estimate.lowBytes()).isEqualTo(1751);
    assertThat(estimate.highBytes()).isEqualTo(2609);
  }

  /**
   * Elf has no sample: 5 of 100 bytes at the common ratio .25, which may be off by .1 of its
   * square: .1 x .0625 x 500^2 = 1562.5, and each by 1/3 of its length: 166.7. With three degrees t
   * is 3.18: 125 + 132.
   */
  @Test
  void theIntervalOfATypeWithoutSamplesIsThatOfTypesThatDiffer() {
    SampledContents text = complete("text", 20, 30);
    CompressionEstimate elf =
        CompressionEstimate.of(List.of(text, new SampledContents("elf", false, 5, 500, 500)))
            .get(2);
    assertThat(elf.lowBytes()).isZero();
    assertThat(elf.compressedBytes()).isEqualTo(125);
    assertThat(elf.highBytes()).isBetween(256L, 258L);
  }

  /**
   * Two kinds whose ratios are .5 and .1 of their samples, the others by the ratio of all: 4 x 50
   * and 4 x 10 over 800, .3. What all take is .3 x 1800; the types add up to 200 + 300 and 40, as
   * much.
   */
  @Test
  void typesAddUpToAll() {
    List<CompressionEstimate> estimates =
        CompressionEstimate.of(
            List.of(
                complete("elf", 50, 50),
                new SampledContents("data", false, 1, 1000, 1000),
                complete("text", 10, 10)));
    assertThat(estimates)
        .extracting(CompressionEstimate::type)
        .containsExactly("all", "elf", "data", "text");
    assertThat(estimates)
        .extracting(CompressionEstimate::compressedBytes)
        .containsExactly(540L, 200L, 300L, 40L);
  }

  /** Four contents of 100 bytes, all compressed. */
  private static SampledContents complete(String type, int one, int other) {
    SampledContents contents = new SampledContents(type, false, 4, 400, 400);
    for (int compressed : new int[] {one, other, one, other}) {
      contents.add(100, 100, compressed, 1);
      contents.addWhole();
    }
    return contents;
  }
}
