package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.LayerBlob.DigestOf;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A blob is found in every form of storage, whose manifests need not name it where it has a name.
 */
class LayerPlacesTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  private List<LayerCandidate> places(String digest, String... inputs) throws IOException {
    List<SourceUnit> units = new ArrayList<>();
    for (String input : inputs) {
      units.addAll(ImageSources.units(store, MemoryStore.ROOT + "/" + input));
    }
    return new LayerPlaces(store, units, Shelf.LIMITS).find(digest, "sha256:of-the-archive");
  }

  private String text(LayerCandidate candidate) throws IOException {
    try (InputStream in = candidate.open(store, candidate.places().get(0))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void foldersAreAskedByDigest() throws IOException {
    String layer = shelf.add("a layer that no manifest names");
    shelf.layout(store, "layout", Shelf.index());
    shelf.tree(store, "tree/docker/registry/v2");
    store.put("tree/docker/registry/v2/repositories/one/_manifests/tags/x", "");
    store.put("tree/docker/registry/v2/repositories/two/_manifests/tags/x", "");
    List<LayerCandidate> places = places(layer, "layout", "tree");
    assertThat(places).hasSize(2);
    for (LayerCandidate place : places) {
      assertThat(text(place)).isEqualTo("a layer that no manifest names");
      assertThat(place.blob().digestOf()).isEqualTo(DigestOf.BLOB);
      assertThat(place.blob().diffIds()).containsExactly("sha256:of-the-archive");
    }
  }

  @Test
  void savedImagesNameALayerByItsArchive() throws IOException {
    String config = shelf.config(digest("the tar"));
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("aaaa/layer.tar", "the tar".getBytes(StandardCharsets.UTF_8));
    files.put("config.json", shelf.blobs.get(config));
    files.put(
        "manifest.json",
        "[{\"Config\":\"config.json\",\"RepoTags\":null,\"Layers\":[\"aaaa/layer.tar\"]}]"
            .getBytes(StandardCharsets.UTF_8));
    store.put("saved.tar", Shelf.tar(files));
    List<LayerCandidate> places = places(digest("the tar"), "saved.tar");
    assertThat(places).hasSize(1);
    assertThat(text(places.get(0))).isEqualTo("the tar");
    assertThat(places.get(0).blob().digestOf()).isEqualTo(DigestOf.ARCHIVE);
    assertThat(places(digest("another"), "saved.tar")).isEmpty();
  }
}
