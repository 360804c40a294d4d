package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents within the bound of bytes whose trees would be many times as large. */
class JsonLimitsTest {
  private final MemoryStore store = new MemoryStore();

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "\"\"", "{\"a\":1}", "null"})
  void aDocumentOfMillionsOfNodesIsALimit(String node) {
    int times = ((16 << 20) - 2) / (node.length() + 1);
    assertLimit("[" + (node + ",").repeat(times - 1) + node + "]");
  }

  @Test
  void aDocumentNestedHundredsDeepIsALimit() {
    assertLimit("[".repeat(500) + "]".repeat(500));
    assertLimit("{\"a\":".repeat(500) + "0" + "}".repeat(500));
  }

  @Test
  void anIndexOfAsManyImagesAsItsBytesCanNameIsRead() throws IOException {
    String descriptor =
        "{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":7023,\"annotations\":{\"%s\":\"a\"}}"
            .formatted(Shelf.MANIFEST, "0".repeat(64), "org.opencontainers.image.ref.name");
    int images = ((16 << 20) - 40) / (descriptor.length() + 1);
    store.put("index.json", "{\"manifests\":[" + (descriptor + ",").repeat(images) + "{}]}");
    assertThat(read().root().path("manifests")).hasSize(images + 1);
  }

  private void assertLimit(String json) {
    store.put("index.json", json);
    MalformedBlobException e = catchThrowableOfType(MalformedBlobException.class, () -> read());
    assertThat(e).isNotNull();
    assertThat(e.reason()).as(e.explanation()).isEqualTo(RejectReason.LIMIT);
  }

  private JsonDocument read() throws IOException {
    return JsonDocument.read(store, new BlobPlace(MemoryStore.ROOT + "/index.json", 0, -1), null);
  }
}
