package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static dev.varve.input.source.Shelf.hex;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.LayerBlob.DigestOf;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SavedImagesTest {
  private static final byte[] BASE = text("the tar of the base");
  private static final byte[] TOP = text("the tar of the top layer");
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final String config =
      shelf.config(digest("the tar of the base"), digest("the tar of the top layer"));

  @Test
  void theFormWithAFolderALayerAndLinksBetweenThem() throws IOException {
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    files.put("cccc/layer.tar", text("->../aaaa/layer.tar"));
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    String twin = shelf.config(digest("the tar of the base"));
    files.put(hex(twin) + ".json", shelf.blobs.get(twin));
    files.put(
        "manifest.json",
        text(
            "["
                + image(
                    hex(config) + ".json",
                    "[\"app:1\",\"reg:5000/app:latest\"]",
                    "aaaa/layer.tar",
                    "bbbb/layer.tar")
                + ","
                + image(hex(twin) + ".json", "null", "cccc/layer.tar")
                + "]"));
    List<Finding> findings = read();
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(
            new Finding.ImageTag("app", "1", config),
            new Finding.ImageTag("reg:5000/app", "latest", config),
            new Finding.ImageTag("saved", null, twin));
    List<Finding.LayerPlace> places = Shelf.of(findings, Finding.LayerPlace.class);
    assertThat(places)
        .extracting(Finding.LayerPlace::layerDigest)
        .containsExactly(
            digest("the tar of the base"),
            digest("the tar of the top layer"),
            digest("the tar of the base"));
    assertThat(places).allMatch(place -> place.digestOf() == DigestOf.ARCHIVE);
    assertThat(places.get(2).place()).isEqualTo(places.get(0).place());
    assertBytes(places.get(0), BASE);
    assertBytes(places.get(1), TOP);
    assertThat(Shelf.of(findings, Finding.Image.class).get(0))
        .returns(config, Finding.Image::imageDigest)
        .returns(config, Finding.Image::configDigest)
        .returns((long) BASE.length + TOP.length, Finding.Image::compressedBytes);
  }

  /** Manifests that no tag leads to may be deleted, so each tag is one of its repository too. */
  @Test
  void anImageThatIsListedAgainHasTheTagsOfBothEntries() throws IOException {
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    String name = hex(config) + ".json";
    files.put(
        "manifest.json",
        text(
            "["
                + image(name, "[\"s/a:1\"]", "aaaa/layer.tar", "bbbb/layer.tar")
                + ","
                + image(name, "[\"s/b:2\"]", "aaaa/layer.tar", "bbbb/layer.tar")
                + "]"));
    store.put("saved.tar", Shelf.tar(files));
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT + "/saved.tar").get(0);
    List<Finding> findings = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageTag.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.RepositoryManifest.class))
        .extracting(manifest -> manifest.repository() + ":" + manifest.tag())
        .containsExactly("s/a:1", "s/b:2");
  }

  @Test
  void theFormOfSkopeoNamesLayersByTheirDigits() throws IOException {
    String first = hex(digest("the tar of the base")) + ".tar";
    String second = hex(digest("the tar of the top layer")) + ".tar";
    files.put(first, BASE);
    files.put(second, TOP);
    files.put("id/layer.tar", text("->../" + first));
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    files.put("manifest.json", text("[" + image(hex(config) + ".json", "[]", first, second) + "]"));
    List<Finding.LayerPlace> places = Shelf.of(read(), Finding.LayerPlace.class);
    assertThat(places)
        .extracting(Finding.LayerPlace::layerDigest)
        .containsExactly(digest("the tar of the base"), digest("the tar of the top layer"));
    assertBytes(places.get(1), TOP);
  }

  @Test
  void theNewFormNamesBlobsByTheirDigest() throws IOException {
    String packed = digest("packed");
    files.put("blobs/sha256/" + hex(packed), text("packed"));
    files.put("blobs/sha256/" + hex(digest("the tar of the top layer")), TOP);
    files.put("blobs/sha256/" + hex(config), shelf.blobs.get(config));
    files.put(
        "manifest.json",
        text(
            "["
                + image(
                    "blobs/sha256/" + hex(config),
                    "[\"app:1\"]",
                    "blobs/sha256/" + hex(packed),
                    "blobs/sha256/" + hex(digest("the tar of the top layer")))
                + "]"));
    List<Finding> findings = read();
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .extracting(
            Finding.LayerPlace::layerDigest,
            Finding.LayerPlace::digestOf,
            Finding.LayerPlace::diffId)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                packed, DigestOf.BLOB, digest("the tar of the base")),
            org.assertj.core.groups.Tuple.tuple(
                digest("the tar of the top layer"),
                DigestOf.BLOB,
                digest("the tar of the top layer")));
    assertThat(Shelf.of(findings, Finding.ImageLayer.class))
        .extracting(Finding.ImageLayer::createdBy)
        .containsExactly("FROM", "RUN make");
  }

  @Test
  void aLayerThatIsNotThereIsListed() throws IOException {
    files.put("aaaa/layer.tar", BASE);
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    files.put(
        "manifest.json",
        text("[" + image(hex(config) + ".json", "null", "aaaa/layer.tar", "lost/layer.tar") + "]"));
    List<Finding> findings = read();
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageLayer.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(digest("the tar of the top layer"), Finding.Rejected::digest)
        .returns(RejectReason.ABSENT, Finding.Rejected::reason);
  }

  /**
   * As hello-world-v25.tar of go-containerregistry has it: docker save of an image without a tag.
   */
  @Test
  void anIndexOfNothingBesideAGoodManifestIsNoFault() throws IOException {
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    files.put("index.json", text("{\"schemaVersion\":2,\"manifests\":null}"));
    files.put(
        "manifest.json",
        text("[" + image(hex(config) + ".json", "null", "aaaa/layer.tar", "bbbb/layer.tar") + "]"));
    List<Finding> findings = read();
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(config, Finding.Image::imageDigest);
  }

  /** The index has the tag alone, which tools keep for its name; manifest.json has all of it. */
  @Test
  void whatTheIndexDoesNotNameTheOtherListMay() throws IOException {
    String manifest = shelf.manifest(config);
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    for (String blob : List.of(manifest, config)) {
      files.put("blobs/sha256/" + hex(blob), shelf.blobs.get(blob));
    }
    String tag = ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"3\"}";
    files.put(
        "index.json",
        text("{\"manifests\":[" + shelf.descriptor(Shelf.MANIFEST, manifest, tag) + "]}"));
    files.put(
        "manifest.json",
        text(
            "["
                + image(
                    "blobs/sha256/" + hex(config),
                    "[\"reg:5000/app:3\"]",
                    "aaaa/layer.tar",
                    "bbbb/layer.tar")
                + "]"));
    assertThat(Shelf.of(read(), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("reg:5000/app", "3", manifest));
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT + "/saved.tar").get(0);
    List<Finding> all = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(all, Finding.RepositoryManifest.class))
        .as("the tag alone is no second name")
        .containsExactly(new Finding.RepositoryManifest("reg:5000/app", "3", manifest));
  }

  /** The index has the image by its manifest, manifest.json by the same config, and one more. */
  @Test
  void whatEitherListNamesIsReadOnce() throws IOException {
    String manifest = shelf.manifest(config);
    String twin = shelf.config(digest("the tar of the base"));
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    for (String blob : List.of(manifest, config, twin)) {
      files.put("blobs/sha256/" + hex(blob), shelf.blobs.get(blob));
    }
    files.put(
        "index.json", text("{\"manifests\":[" + shelf.descriptor(Shelf.MANIFEST, manifest) + "]}"));
    files.put(
        "manifest.json",
        text(
            "["
                + image("blobs/sha256/" + hex(config), "null", "aaaa/layer.tar", "bbbb/layer.tar")
                + ","
                + image("blobs/sha256/" + hex(twin), "null", "aaaa/layer.tar")
                + "]"));
    assertThat(Shelf.of(read(), Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(manifest, twin);
  }

  @Test
  void linksInACircleLeadNowhere() throws IOException {
    files.put("aaaa/layer.tar", text("->../bbbb/layer.tar"));
    files.put("bbbb/layer.tar", text("->../aaaa/layer.tar"));
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    files.put(
        "manifest.json",
        text("[" + image(hex(config) + ".json", "null", "aaaa/layer.tar", "bbbb/layer.tar") + "]"));
    assertThat(Shelf.of(read(), Finding.Rejected.class))
        .hasSize(2)
        .allMatch(rejected -> rejected.reason() == RejectReason.ABSENT);
  }

  @Test
  void oneImageThatCannotBeUsedLeavesTheOthersAlone() throws IOException {
    String wrong = shelf.config(digest("one"), digest("two"), digest("three"));
    files.put("aaaa/layer.tar", BASE);
    files.put("bbbb/layer.tar", TOP);
    files.put(hex(config) + ".json", shelf.blobs.get(config));
    files.put(hex(wrong) + ".json", shelf.blobs.get(wrong));
    files.put(hex(digest("mismatch")) + ".json", shelf.blobs.get(config));
    files.put("broken.json", text("{"));
    files.put(
        "manifest.json",
        text(
            "["
                + image("lost.json", "null", "aaaa/layer.tar")
                + ","
                + image(hex(wrong) + ".json", "null", "aaaa/layer.tar")
                + ","
                + image(
                    hex(digest("mismatch")) + ".json", "null", "aaaa/layer.tar", "bbbb/layer.tar")
                + ","
                + image("broken.json", "null", "aaaa/layer.tar")
                + ","
                + image(hex(config) + ".json", "null", "aaaa/layer.tar", "bbbb/layer.tar")
                + "]"));
    List<Finding> findings = read();
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::reason)
        .containsExactly(
            RejectReason.ABSENT,
            RejectReason.CORRUPT,
            RejectReason.DIGEST_MISMATCH,
            RejectReason.CORRUPT);
  }

  @Test
  void aBrokenManifestIsListed() throws IOException {
    files.put("manifest.json", text("[{\"Config\""));
    assertThat(read())
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.CORRUPT));
  }

  @Test
  void aBrokenManifestBesideAGoodIndexIsListedToo() throws IOException {
    String manifest = shelf.manifest(config);
    for (String blob : List.of(manifest, config)) {
      files.put("blobs/sha256/" + hex(blob), shelf.blobs.get(blob));
    }
    files.put(
        "index.json", text("{\"manifests\":[" + shelf.descriptor(Shelf.MANIFEST, manifest) + "]}"));
    for (String broken : List.of("[{\"Config\"", "{}")) {
      files.put("manifest.json", text(broken));
      List<Finding> findings = read();
      assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
      assertThat(Shelf.of(findings, Finding.Rejected.class))
          .filteredOn(rejected -> rejected.digest() == null)
          .singleElement()
          .satisfies(rejected -> assertThat(rejected.message()).contains("manifest.json"));
    }
  }

  private List<Finding> read() throws IOException {
    store.put("saved.tar", Shelf.tar(files));
    return Shelf.findings(store, "/saved.tar");
  }

  private void assertBytes(Finding.LayerPlace layer, byte[] bytes) throws IOException {
    BlobPlace place = layer.place();
    assertThat(store.open(place.location(), place.offset(), place.bytes()).readAllBytes())
        .isEqualTo(bytes);
    assertThat(layer.declaredBytes()).isEqualTo(bytes.length);
  }

  private static String image(String config, String tags, String... layers) {
    return "{\"Config\":\"%s\",\"RepoTags\":%s,\"Layers\":[%s]}"
        .formatted(config, tags, Shelf.list(layers));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
