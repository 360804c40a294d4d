package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON that is nearly an index or a manifest. */
class OddManifestsTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void anIndexThatIsAManifestTooIsCorrupt() throws IOException {
    String good = shelf.image("app");
    String layer = shelf.descriptor(Shelf.LAYER, shelf.add("layer"));
    String config = shelf.descriptor(Shelf.CONFIG, shelf.config(digest("a")));
    assertCorrupt(
        "{\"manifests\":[%s],\"config\":%s,\"layers\":[%s]}"
            .formatted(shelf.descriptor(Shelf.MANIFEST, good), config, layer));
    assertCorrupt("{\"layers\":[],\"manifests\":[]}");
    assertCorrupt("{\"layers\":null,\"manifests\":null}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"0\":%s}", "\"\"", "\"text\"", "7", "true"})
  void listsAreLists(String list) throws IOException {
    String image = shelf.descriptor(Shelf.MANIFEST, shelf.image("app"));
    String config = shelf.descriptor(Shelf.CONFIG, shelf.config());
    assertCorrupt("{\"manifests\":" + list.formatted(image) + "}");
    assertCorrupt("{\"config\":" + config + ",\"layers\":" + list.formatted(image) + "}");
  }

  @Test
  void anIndexWhoseListIsNullListsNothing() throws IOException {
    assertThat(read(shelf.add("{\"schemaVersion\":2,\"manifests\":null}"))).isEmpty();
  }

  @Test
  void anImageWhoseLayersAreNullHasNone() throws IOException {
    String config = shelf.descriptor(Shelf.CONFIG, shelf.config());
    List<Finding> findings = read(shelf.add("{\"config\":" + config + ",\"layers\":null}"));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(0, Finding.Image::layers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", " {}", "\n]", "}", "\0", ",", "\n{\"layers\":[]}"})
  void bytesBehindADocumentAreCorrupt(String behind) throws IOException {
    String image = text(shelf.image("app"));
    assertCorrupt(image + behind);
    assertCorrupt(Shelf.index() + behind);
    store.put("other/index.json", Shelf.index() + behind);
    assertThat(Shelf.findings(store, "/other"))
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.CORRUPT));
  }

  @Test
  void bytesBehindAConfigAreCorruptAndItsLayersStay() throws IOException {
    String config = shelf.add(text(shelf.config(digest("a"))) + "{}");
    String layer = shelf.add("layer");
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, layer));
    List<Finding> findings = read(image);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(config, Finding.Rejected::digest)
        .returns(RejectReason.CORRUPT, Finding.Rejected::reason);
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(1);
  }

  @Test
  void blanksBehindADocumentAreNothing() throws IOException {
    String image = shelf.add(text(shelf.image("app")) + " \t\r\n");
    List<Finding> findings = read(image);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(image, Finding.Image::imageDigest);
  }

  private void assertCorrupt(String text) throws IOException {
    String digest = shelf.add(text);
    List<Finding> findings = read(digest);
    assertThat(Shelf.of(findings, Finding.Image.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .as(text)
        .singleElement()
        .returns(digest, Finding.Rejected::digest)
        .returns(RejectReason.CORRUPT, Finding.Rejected::reason);
  }

  private List<Finding> read(String digest) throws IOException {
    shelf.layout(store, "layout", Shelf.index(shelf.descriptor(Shelf.MANIFEST, digest)));
    return Shelf.findings(store, "/layout");
  }

  private String text(String digest) {
    return new String(shelf.blobs.get(digest), StandardCharsets.UTF_8);
  }
}
