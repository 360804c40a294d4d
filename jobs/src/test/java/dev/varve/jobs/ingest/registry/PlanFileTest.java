package dev.varve.jobs.ingest.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanFileTest {
  @TempDir private Path folder;

  @Test
  void aPartOfTheFileIsReadAlone() throws IOException {
    Store store = LocalStore.disk();
    List<LayerCandidate> first = List.of(layer("a", 1), layer("b", 2));
    List<LayerCandidate> second = List.of(layer("c", 4));
    List<LayerCandidate> third = List.of(layer("d", 8));
    Path path = folder.resolve("new folder/plan");
    PlanFile plan = new PlanFile(Locations.of(path), store);
    try (plan) {
      plan.add(first);
      plan.add(second);
      plan.add(third);
    }
    List<PlanFile.Part> parts = plan.parts();
    assertThat(parts).extracting(PlanFile.Part::layers).containsExactly(2, 1, 1);
    assertThat(parts).extracting(PlanFile.Part::layerBytes).containsExactly(3L, 4L, 8L);
    assertThat(parts.get(2).read(store)).isEqualTo(third);
    assertThat(parts.get(1).read(store)).isEqualTo(second);
    assertThat(parts.get(0).read(store)).isEqualTo(first);
    long bytes = parts.stream().mapToLong(PlanFile.Part::bytes).sum();
    assertThat(Files.size(path)).as("nothing but the parts").isEqualTo(bytes);
  }

  private static LayerCandidate layer(String digest, long bytes) {
    LayerBlob blob = new LayerBlob(digest, LayerBlob.DigestOf.BLOB, bytes, List.of(), null);
    return new LayerCandidate(blob, List.of(new BlobPlace("file:/" + digest, 0, -1)));
  }
}
