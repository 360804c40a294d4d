package dev.varve.input.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayerPlanTest {
  /** Layers by space, tasks by bar, a text a wave. */
  private static final class Texts implements LayerPlan.Tasks {
    private final List<String> waves = new ArrayList<>();
    private final List<String> tasks = new ArrayList<>();

    @Override
    public void add(List<LayerCandidate> layers) {
      tasks.add(String.join(" ", layers.stream().map(one -> one.blob().layerDigest()).toList()));
    }

    @Override
    public void publish() {
      waves.add(String.join(" | ", tasks));
      tasks.clear();
    }
  }

  private static List<String> waves(
      long taskBytes, int taskBlobs, long publishBytes, LayerCandidate... layers)
      throws IOException {
    Texts texts = new Texts();
    LayerPlan plan = new LayerPlan(taskBytes, taskBlobs, publishBytes, texts);
    for (LayerCandidate layer : layers) {
      plan.add(layer);
    }
    plan.end();
    assertThat(texts.tasks).as("tasks that are published by nobody").isEmpty();
    return texts.waves;
  }

  @Test
  void tasksAreCutInTheOrderOfDigests() throws IOException {
    assertThat(
            waves(
                100,
                10,
                1000,
                layer("a", 40),
                layer("b", 60),
                layer("c", 150),
                layer("d", 10),
                layer("e", 10)))
        .containsExactly("a b | c | d e");
  }

  @Test
  void aTaskHasSoManyLayersAtMost() throws IOException {
    assertThat(waves(100, 2, 1000, layer("a", 1), layer("b", 1), layer("c", 1)))
        .containsExactly("a b | c");
  }

  @Test
  void aWaveEndsWithTheTaskThatFillsIt() throws IOException {
    assertThat(waves(50, 10, 100, layer("a", 50), layer("b", 50), layer("c", 40), layer("d", 40)))
        .containsExactly("a | b", "c | d");
  }

  @Test
  void layersOfUnknownSizeAreReadAndPublished() throws IOException {
    assertThat(waves(50, 1, 100, layer("a", -1), layer("b", -1))).containsExactly("a | b");
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
  void nothingToReadIsNoWave() throws IOException {
    assertThat(waves(1, 1, 1)).isEmpty();
  }

  private static LayerCandidate layer(String digest, long bytes) {
    LayerBlob blob = new LayerBlob(digest, LayerBlob.DigestOf.BLOB, bytes, List.of(), null);
    return new LayerCandidate(blob, List.of(new BlobPlace("mem:/" + digest, 0, -1)));
  }
}
