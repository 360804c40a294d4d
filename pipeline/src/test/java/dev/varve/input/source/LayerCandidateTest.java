package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.LayerBlob;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerCandidateTest {
  private static final String FOREIGN = "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip";
  private static final String PLAIN = "application/vnd.oci.image.layer.v1.tar+gzip";

  private final MemoryStore store = new MemoryStore();

  @Test
  void opensTheBytesOfItsPlace() throws IOException {
    store.put("saved.tar", "0123456789");
    LayerCandidate layer = layer(PLAIN, "saved.tar", 2, 3);
    try (InputStream in = layer.open(store, layer.places().get(0))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("234");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FOREIGN, "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip"})
  void aForeignLayerIsLeftToAnotherPlace(String mediaType) {
    assertThatThrownBy(() -> open(layer(mediaType, "blobs/one", 0, -1)))
        .hasMessageContaining("a foreign layer, which its manifest says is stored elsewhere");
  }

  @Test
  void aBlobThatIsNotThereIsAbsent() {
    assertThatThrownBy(() -> open(layer(PLAIN, "blobs/one", 0, -1)))
        .hasMessageContaining("a manifest lists it, the storage does not contain it");
    assertThatThrownBy(() -> open(layer(null, "blobs/one", 0, -1)))
        .hasMessageContaining("a manifest lists it, the storage does not contain it");
  }

  @Test
  void aFolderIsNoBlob() {
    store.put("blobs/one/data", "x");
    assertThatThrownBy(() -> open(layer(FOREIGN, "blobs/one", 0, -1)))
        .hasMessageContaining("the path of its blob is a folder");
  }

  @Test
  void whatIsThereAndDoesNotOpenIsNoBadData() {
    MemoryStore shut =
        new MemoryStore() {
          @Override
          public InputStream open(String location, long offset, long bytes) throws IOException {
            throw new FileNotFoundException(location);
          }
        };
    shut.put("blobs/one", "x");
    LayerCandidate layer = layer(PLAIN, "blobs/one", 0, -1);
    assertThatThrownBy(() -> layer.open(shut, layer.places().get(0)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("exists but cannot be opened");
  }

  private void open(LayerCandidate layer) throws IOException {
    layer.open(store, layer.places().get(0)).close();
  }

  private static LayerCandidate layer(
      @Nullable String mediaType, String path, long offset, long bytes) {
    LayerBlob blob = new LayerBlob("d", LayerBlob.DigestOf.BLOB, -1, List.of(), mediaType);
    return new LayerCandidate(
        blob, List.of(new BlobPlace(MemoryStore.ROOT + "/" + path, offset, bytes)));
  }
}
