package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.LayerBlob.DigestOf;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OciLayoutTest {
  /** Blobs may be missing from a layout: image-layout.md of the OCI image specification. */
  @Test
  void platformsThatWereNotSavedAreNoFault() throws IOException {
    Shelf shelf = new Shelf();
    String image = shelf.image("app");
    String other = "sha256:" + "a".repeat(64);
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, other), shelf.descriptor(Shelf.MANIFEST, image)));
    String lost = shelf.add(Shelf.index(shelf.descriptor(Shelf.MANIFEST, other)));
    MemoryStore store = new MemoryStore();
    shelf.layout(
        store,
        "part",
        Shelf.index(shelf.descriptor(Shelf.INDEX, index), shelf.descriptor(Shelf.INDEX, lost)));
    List<Finding> findings = Shelf.findings(store, "/part");
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(image);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason, Finding.Rejected::message)
        .containsExactly(
            tuple(
                lost,
                RejectReason.ABSENT,
                "the storage contains none of the manifests that this index lists"));
  }

  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void aFolderTellsItsImagesLayersAndTags() throws IOException {
    String image = shelf.image("app");
    String index = Shelf.index(named(image, "reg.example/team/app:1.0"));
    shelf.layout(store, "layout", index);
    List<Finding> findings = Shelf.findings(store, "/layout");
    long created =
        ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2024-02-29T12:00:00.123456Z"));
    String config = digestOfConfig("app");
    String base = digest("base layer");
    String top = digest("top layer of app");
    String root = MemoryStore.ROOT + "/layout/blobs/sha256/";
    assertThat(findings)
        .containsExactlyInAnyOrder(
            new Finding.Image(image, "linux", "arm64", created, 2, 26, config, null, null, null),
            new Finding.ImageTag("reg.example/team/app", "1.0", image),
            new Finding.ImageLayer(image, 0, base, "FROM", Shelf.LAYER, 10L, digest("base")),
            new Finding.ImageLayer(image, 1, top, "RUN make", Shelf.LAYER, 16L, digest("top app")),
            new Finding.LayerPlace(
                base,
                DigestOf.BLOB,
                new BlobPlace(root + Shelf.hex(base), 0, -1),
                10,
                digest("base"),
                Shelf.LAYER),
            new Finding.LayerPlace(
                top,
                DigestOf.BLOB,
                new BlobPlace(root + Shelf.hex(top), 0, -1),
                16,
                digest("top app"),
                Shelf.LAYER));
  }

  /** Digests by package blake3 of PyPI, 1.0.11. */
  @Test
  void allDigestsMayBeByBlake3() throws IOException {
    String diffId = "blake3:1ff28929422717d74e648482a67b31b423e83858609e2ae1aef3ab9f77066c5b";
    String layer = "blake3:8f2d6d0f1719ad962a4b502545b35602a8386ae241b652aa2d140585f9a76647";
    String config = "blake3:0e93c99b204591aeae65cacf91030ae2aef0e24b7bbcc4a7cccf8f9aa0477e6d";
    String manifest = "blake3:81c74eee6f8589c6facca3584d7db6b99274b70d20f05f7c3cd91b393442011b";
    shelf.blobs.put(layer, "layer".getBytes(StandardCharsets.UTF_8));
    shelf.blobs.put(
        config,
        """
        {"os":"linux","architecture":"amd64","rootfs":{"type":"layers","diff_ids":["%s"]}}"""
            .formatted(diffId)
            .getBytes(StandardCharsets.UTF_8));
    shelf.blobs.put(
        manifest,
        """
        {"schemaVersion":2,"config":{"mediaType":"%s","digest":"%s","size":151},\
        "layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"%s","size":5}]}"""
            .formatted(Shelf.CONFIG, config, layer)
            .getBytes(StandardCharsets.UTF_8));
    shelf.layout(store, "layout", Shelf.index(named(manifest, "app:1")));
    List<Finding> findings = Shelf.findings(store, "/layout");
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("app", "1", manifest));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .extracting(Finding.LayerPlace::layerDigest, Finding.LayerPlace::diffId)
        .containsExactly(tuple(layer, diffId));
    store.put("layout/blobs/" + config.replace(':', '/'), "{}");
    assertThat(Shelf.of(Shelf.findings(store, "/layout"), Finding.Rejected.class))
        .extracting(Finding.Rejected::reason)
        .containsExactly(RejectReason.DIGEST_MISMATCH);
  }

  @Test
  void aTarOfALayoutSaysTheSameWithPlacesInsideIt() throws IOException {
    String image = shelf.image("app");
    String index = Shelf.index(named(image, "app:1.0"));
    Map<String, byte[]> files = shelf.layoutFiles(index);
    byte[] tar = Shelf.tar(files);
    store.put("images.tar", tar);
    shelf.layout(store, "layout", index);
    List<Finding> inTar = Shelf.findings(store, "/images.tar");
    List<Finding> inFolder = Shelf.findings(store, "/layout");
    assertThat(inTar)
        .filteredOn(finding -> !(finding instanceof Finding.LayerPlace))
        .containsExactlyInAnyOrderElementsOf(
            inFolder.stream().filter(f -> !(f instanceof Finding.LayerPlace)).toList());
    for (Finding.LayerPlace layer : Shelf.of(inTar, Finding.LayerPlace.class)) {
      BlobPlace place = layer.place();
      assertThat(place.location()).isEqualTo(MemoryStore.ROOT + "/images.tar");
      assertThat(place.label()).isEqualTo(place.location() + "#" + place.offset());
      assertThat(store.open(place.location(), place.offset(), place.bytes()).readAllBytes())
          .isEqualTo(shelf.blobs.get(layer.layerDigest()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "reg:5000/app, reg:5000/app, -",
        "reg:5000/app:2, reg:5000/app, 2",
        "app:2@sha256:00, app, 2",
        "1.2.3, layout, 1.2.3",
        "latest, layout, latest",
        "team/app, team/app, -"
      })
  void aReferenceIsARepositoryAndATag(String reference, String repository, String tag)
      throws IOException {
    String image = shelf.image("app");
    shelf.layout(store, "layout", Shelf.index(named(image, reference)));
    assertThat(Shelf.of(Shelf.findings(store, "/layout"), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag(repository, tag, image));
  }

  @Test
  void anImageThatNobodyNamedIsOfTheRepositoryOfItsFolderOrArchive() throws IOException {
    String image = shelf.image("app");
    String index = Shelf.index(shelf.descriptor(Shelf.MANIFEST, image));
    shelf.layout(store, "layout", index);
    store.put("save.tar", Shelf.tar(shelf.layoutFiles(index)));
    assertThat(Shelf.of(Shelf.findings(store, "/layout"), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("layout", null, image));
    assertThat(Shelf.of(Shelf.findings(store, "/save.tar"), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("save", null, image));
  }

  @Test
  void theFullNameThatContainerdWritesIsPreferred() throws IOException {
    String image = shelf.image("app");
    String annotations =
        ",\"annotations\":{\"io.containerd.image.name\":\"registry.example/library/app:3\","
            + "\"org.opencontainers.image.ref.name\":\"3\"}";
    shelf.layout(
        store, "layout", Shelf.index(shelf.descriptor(Shelf.MANIFEST, image, annotations)));
    assertThat(Shelf.of(Shelf.findings(store, "/layout"), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("registry.example/library/app", "3", image));
  }

  @Test
  void twoTagsOfOneImageReadItOnce() throws IOException {
    String image = shelf.image("app");
    shelf.layout(store, "layout", Shelf.index(named(image, "1"), named(image, "latest")));
    List<Finding> findings = Shelf.findings(store, "/layout");
    assertThat(Shelf.of(findings, Finding.ImageTag.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageLayer.class)).hasSize(2);
  }

  @Test
  void aBrokenIndexIsListed() throws IOException {
    for (String broken :
        List.of(
            "{\"manifests\":[",
            "",
            "no json",
            "{\"manifests\": x}",
            "{}",
            "[]",
            "null",
            "{\"layers\":[]}")) {
      MemoryStore bad = new MemoryStore();
      bad.put("layout/index.json", broken);
      assertThat(Shelf.of(Shelf.findings(bad, "/layout"), Finding.Rejected.class))
          .singleElement()
          .satisfies(
              rejected -> {
                assertThat(rejected.source()).endsWith("/layout/index.json");
                assertThat(rejected.reason())
                    .isEqualTo(broken.isEmpty() ? RejectReason.TRUNCATED : RejectReason.CORRUPT);
              });
    }
  }

  private String digestOfConfig(String name) {
    return new Shelf().config(digest("base"), digest("top " + name));
  }

  private String named(String image, String reference) {
    return shelf.descriptor(
        Shelf.MANIFEST,
        image,
        ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"" + reference + "\"}");
  }
}
