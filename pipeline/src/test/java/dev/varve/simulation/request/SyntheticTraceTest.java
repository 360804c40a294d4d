package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import dev.varve.model.Seed;
import dev.varve.simulation.request.RegistryRequest.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A synthetic trace, as it is read like a published one. */
class SyntheticTraceTest {
  private static final int IMAGES = 300;

  @TempDir private Path folder;

  private List<RegistryRequest> written(long count, long seed) throws IOException {
    Path file = folder.resolve("trace.json.gz");
    SyntheticTrace.write(file, count, IMAGES, new Seed(seed));
    List<RegistryRequest> entries = new ArrayList<>();
    try (RegistryTrace trace =
        new RegistryTrace(new FolderStore(), List.of(FolderStore.uri(file)), TraceLimits.USUAL)) {
      for (RegistryRequest one = trace.next(); one != null; one = trace.next()) {
        entries.add(one);
      }
    }
    return entries;
  }

  /** Layers of image i are numbered i, 300 + i to 1200 + i; each image has a repository. */
  @Test
  void entriesAreOfTheLayersOfTheirRepositories() throws IOException {
    List<RegistryRequest> entries = written(3000, 7);
    assertThat(entries).hasSize(3000);
    Set<String> clients = new HashSet<>();
    Set<Kind> kinds = new HashSet<>();
    Set<Integer> layers = new HashSet<>();
    long before = 1_500_000_000_000_000L;
    for (RegistryRequest entry : entries) {
      assertThat(entry.atMicros()).isGreaterThanOrEqualTo(before);
      before = entry.atMicros();
      clients.add(entry.client());
      kinds.add(entry.kind());
      int image = Integer.parseInt(entry.repository().replace("user/repository", ""));
      assertThat(image).isBetween(0, IMAGES - 1);
      if (entry.kind() == Kind.MANIFEST) {
        assertThat(entry.id()).isEqualTo("latest");
        assertThat(entry.bytes()).isEqualTo(1000);
      } else if (entry.kind() == Kind.BLOB) {
        int layer = Integer.parseInt(entry.id());
        layers.add(layer / IMAGES);
        assertThat(entry.method()).isEqualTo("GET");
        assertThat(layer % IMAGES).isEqualTo(image);
        assertThat(entry.bytes())
            .isEqualTo(SyntheticTrace.bytes(layer))
            .isBetween(1000L, 10_000_999L);
      } else {
        assertThat(entry.method()).isEqualTo("PUT");
        assertThat(entry.bytes()).isGreaterThan(1000);
      }
    }
    assertThat(clients).hasSize(30).contains("client0", "client29");
    assertThat(kinds).containsExactlyInAnyOrder(Kind.MANIFEST, Kind.BLOB, Kind.UPLOAD);
    assertThat(layers).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    // ten sessions a second, and gaps of a second
    assertThat(before - 1_500_000_000_000_000L).isBetween(30_000_000L, 1_000_000_000L);
  }

  @Test
  void layersHaveSizesOfTheirOwn() {
    Set<Long> sizes = new HashSet<>();
    double sum = 0;
    for (int layer = 0; layer < 1000; layer++) {
      sizes.add(SyntheticTrace.bytes(layer));
      sum += SyntheticTrace.bytes(layer);
    }
    assertThat(sizes).hasSizeGreaterThan(990);
    assertThat(sum / 1000).isBetween(4_500_000.0, 5_500_000.0);
  }

  @Test
  void theSeedDecidesTheTrace() throws IOException {
    assertThat(written(200, 7)).isEqualTo(written(200, 7)).isNotEqualTo(written(200, 8));
    assertThat(written(0, 7)).isEmpty();
    assertThat(Files.size(folder.resolve("trace.json.gz"))).isPositive();
  }
}
