package dev.varve.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.LayerBlob;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayerPlanTest {
  @Test
  void tasksAreCutInTheOrderOfDigests() {
    List<LayerPlan.Wave> waves =
        new LayerPlan(100, 10, 1000)
            .waves(
                List.of(
                    layer("e", 10),
                    layer("b", 60),
                    layer("c", 150),
                    layer("a", 40),
                    layer("d", 10)));
    assertThat(names(waves)).containsExactly("a b | c | d e");
    assertThat(waves.get(0).bytes()).isEqualTo(270);
    assertThat(waves.get(0).layers()).isEqualTo(5);
  }

  @Test
  void aTaskHasSoManyLayersAtMost() {
    List<LayerPlan.Wave> waves =
        new LayerPlan(100, 2, 1000).waves(List.of(layer("a", 1), layer("b", 1), layer("c", 1)));
    assertThat(names(waves)).containsExactly("a b | c");
  }

  @Test
  void aWaveEndsWithTheTaskThatFillsIt() {
    List<LayerPlan.Wave> waves =
        new LayerPlan(50, 10, 100)
            .waves(List.of(layer("a", 50), layer("b", 50), layer("c", 40), layer("d", 40)));
    assertThat(names(waves)).containsExactly("a | b", "c | d");
    assertThat(waves).extracting(LayerPlan.Wave::bytes).containsExactly(100L, 80L);
  }

  @Test
  void whatNoManifestDeclaresIsAsLargeAsItsPlaceOrNothing() {
    LayerCandidate whole = layer("whole", -1);
    LayerCandidate inside =
        new LayerCandidate(whole.blob(), List.of(new BlobPlace("mem:/archive", 512, 77)));
    assertThat(whole.bytes()).isZero();
    assertThat(inside.bytes()).isEqualTo(77);
  }

  @Test
  void nothingToReadIsNoWave() {
    assertThat(new LayerPlan(1, 1, 1).waves(List.of())).isEmpty();
  }

  private static LayerCandidate layer(String digest, long bytes) {
    LayerBlob blob = new LayerBlob(digest, LayerBlob.DigestOf.BLOB, bytes, List.of(), null);
    return new LayerCandidate(blob, List.of(new BlobPlace("mem:/" + digest, 0, -1)));
  }

  /** Layers by space, tasks by bar, a text a wave. */
  private static List<String> names(List<LayerPlan.Wave> waves) {
    return waves.stream()
        .map(
            wave ->
                String.join(
                    " | ",
                    wave.tasks().stream()
                        .map(
                            task ->
                                String.join(
                                    " ",
                                    task.stream().map(one -> one.blob().layerDigest()).toList()))
                        .toList()))
        .toList();
  }
}
