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
  /** A text a task, with its layers by space. */
  private static List<String> tasks(long taskBytes, int taskBlobs, LayerCandidate... layers)
      throws IOException {
    List<String> tasks = new ArrayList<>();
    LayerPlan plan =
        new LayerPlan(
            taskBytes,
            taskBlobs,
            task ->
                tasks.add(
                    String.join(" ", task.stream().map(one -> one.blob().layerDigest()).toList())));
    for (LayerCandidate layer : layers) {
      plan.add(layer);
    }
    plan.end();
    return tasks;
  }

  @Test
  void tasksAreCutInTheOrderOfDigests() throws IOException {
    assertThat(
            tasks(
                100,
                10,
                layer("a", 40),
                layer("b", 60),
                layer("c", 150),
                layer("d", 10),
                layer("e", 10)))
        .containsExactly("a b", "c", "d e");
  }

  @Test
  void aTaskHasSoManyLayersAtMost() throws IOException {
    assertThat(tasks(100, 2, layer("a", 1), layer("b", 1), layer("c", 1)))
        .containsExactly("a b", "c");
  }

  @Test
  void layersOfUnknownSizeAreRead() throws IOException {
    assertThat(tasks(50, 1, layer("a", -1), layer("b", -1))).containsExactly("a", "b");
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
  void nothingToReadIsNoTask() throws IOException {
    assertThat(tasks(1, 1)).isEmpty();
  }

  private static LayerCandidate layer(String digest, long bytes) {
    LayerBlob blob = new LayerBlob(digest, LayerBlob.DigestOf.BLOB, bytes, List.of(), null);
    return new LayerCandidate(blob, List.of(new BlobPlace("mem:/" + digest, 0, -1)));
  }
}
