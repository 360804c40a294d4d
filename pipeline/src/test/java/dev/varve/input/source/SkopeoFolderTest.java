package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Folders as {@code skopeo copy .. dir:FOLDER} and {@code skopeo sync --dest dir} write them. */
class SkopeoFolderTest {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b, 8, 0};
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void anImageIsReadUnderThePathThatSyncGivesIt() throws IOException {
    String image = shelf.image("app");
    folder("all/registry.example.com/team/app:1.2", image);
    List<Finding> findings = Shelf.findings(store, "/all");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("registry.example.com/team/app", "1.2", image));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .extracting(Finding.LayerPlace::layerDigest, layer -> layer.place().location())
        .containsExactly(
            tuple(Shelf.digest("base layer"), place("base layer")),
            tuple(Shelf.digest("top layer of app"), place("top layer of app")));
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::architecture)
        .containsExactly("arm64");
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  private static String place(String layer) {
    return MemoryStore.ROOT
        + "/all/registry.example.com/team/app:1.2/"
        + Shelf.hex(Shelf.digest(layer));
  }

  @Test
  void allPlatformsOfAnIndexAreReadAndTheInputIsNamedByItsFolder() throws IOException {
    shelf.blobs.put(Shelf.digest(GZIP), GZIP); // a blob, and no archive of images
    String one = shelf.image("one");
    String two = shelf.image("two");
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, one), shelf.descriptor(Shelf.MANIFEST, two)));
    folder("dir", index, one, two);
    List<Finding> findings = Shelf.findings(store, "/dir");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(
            new Finding.ImageTag("dir", null, one), new Finding.ImageTag("dir", null, two));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  @Test
  void aBlobIsFoundAgainByItsDigest() throws IOException {
    folder("dir", shelf.image("app"));
    List<SourceUnit> units = ImageSources.units(store, MemoryStore.ROOT + "/dir");
    LayerCandidate layer =
        new LayerPlaces(store, units, Shelf.LIMITS).find(Shelf.digest("base layer"), "x").get(0);
    try (InputStream in = layer.open(store, layer.places().get(0))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("base layer");
    }
  }

  @Test
  void aDamagedManifestIsNamed() throws IOException {
    folder("dir", shelf.image("app"));
    store.put("dir/manifest.json", "{");
    assertThat(Shelf.of(Shelf.findings(store, "/dir"), Finding.Rejected.class))
        .extracting(Finding.Rejected::source)
        .containsExactly(MemoryStore.ROOT + "/dir/manifest.json");
  }

  /** {@code skopeo inspect dir:all/old} reads these; early versions wrote no version. */
  @Test
  void theVersionIsNotNeeded() throws IOException {
    String image = shelf.image("app");
    folder("all/odd", image);
    store.put("all/odd/version", "\u0000");
    shelf.blobs.forEach((digest, bytes) -> store.put("all/old/" + Shelf.hex(digest), bytes));
    store.put("all/old/manifest.json", Objects.requireNonNull(shelf.blobs.get(image)));
    List<Finding> findings = Shelf.findings(store, "/all");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(
            new Finding.ImageTag("odd", null, image), new Finding.ImageTag("old", null, image));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  @Test
  void aLostManifestIsNamed() throws IOException {
    store.put("all/lost/version", "Directory Transport Version: 1.1\n");
    store.put("all/lost/" + Shelf.hex(Shelf.digest(GZIP)), GZIP);
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/all"))
        .containsExactly(
            new SourceUnit(
                SourceUnit.Form.REFUSED,
                MemoryStore.ROOT + "/all/lost",
                "a folder of skopeo's dir: without a manifest.json"));
  }

  /** Neither is a web application's manifest.json an image, nor is an unpacked archive lost. */
  @Test
  void otherManifestsAreNotTakenForImages() throws IOException {
    store.put("all/site/manifest.json", "{\"name\":\"app\"}");
    store.put("all/site/version", "1.0\n");
    store.put("all/saved/manifest.json", "[{\"Config\":\"a.json\",\"Layers\":[\"b/layer.tar\"]}]");
    store.put("all/saved/b/layer.tar", Shelf.tar(Map.of("f", new byte[1])));
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/all"))
        .singleElement()
        .returns(SourceUnit.Form.REFUSED, SourceUnit::form)
        .returns(MemoryStore.ROOT + "/all/saved", SourceUnit::root)
        .satisfies(unit -> assertThat(unit.scope()).contains("tar -C FOLDER -cf FILE.tar ."));
  }

  private void folder(String path, String top, String... manifests) {
    store.put(path + "/version", "Directory Transport Version: 1.1\n");
    store.put(path + "/manifest.json", Objects.requireNonNull(shelf.blobs.get(top)));
    shelf.blobs.forEach(
        (digest, bytes) -> {
          if (!digest.equals(top)) {
            String suffix = List.of(manifests).contains(digest) ? ".manifest.json" : "";
            store.put(path + "/" + Shelf.hex(digest) + suffix, bytes);
          }
        });
  }
}
