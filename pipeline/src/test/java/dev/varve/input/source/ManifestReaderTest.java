package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void aNestedIndexLeadsToTheImagesBelowIt() throws IOException {
    String one = shelf.image("one");
    String two = shelf.image("two");
    String inner = shelf.add(Shelf.index(shelf.descriptor(Shelf.MANIFEST, two)));
    String outer =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, one), shelf.descriptor(Shelf.INDEX, inner)));
    List<Finding> findings = read(outer);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::imageDigest)
        .containsExactly(one, two);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  @Test
  void indexesNestedTooDeepAreStopped() throws IOException {
    String digest = shelf.image("app");
    for (int depth = 0; depth < 8; depth++) {
      digest = shelf.add(Shelf.index(shelf.descriptor(Shelf.INDEX, digest)));
    }
    assertThat(Shelf.of(read(digest), Finding.Image.class)).hasSize(1);
    String deeper = shelf.add(Shelf.index(shelf.descriptor(Shelf.INDEX, digest)));
    assertThat(Shelf.of(read(deeper), Finding.Image.class)).isEmpty();
    assertThat(rejections(deeper))
        .extracting(Finding.Rejected::reason)
        .containsExactly(RejectReason.LIMIT);
  }

  @Test
  void anIndexFirstMetTooDeepIsReadWhereItIsTaggedItself() throws IOException {
    String image = shelf.image("app");
    List<String> chain = new ArrayList<>(List.of(image));
    for (int depth = 0; depth < 10; depth++) {
      chain.add(shelf.add(Shelf.index(shelf.descriptor(Shelf.INDEX, chain.get(depth)))));
    }
    // The whole chain comes first; the image is ten indexes below it, the limit is eight.
    for (int tagged = 1; tagged < 9; tagged++) {
      String index =
          Shelf.index(
              shelf.descriptor(Shelf.INDEX, chain.get(10)),
              shelf.descriptor(Shelf.INDEX, chain.get(tagged)));
      shelf.layout(store, "layout", index);
      List<Finding> findings = Shelf.findings(store, "/layout");
      assertThat(Shelf.of(findings, Finding.ImageTag.class))
          .as("%d indexes above the image", tagged)
          .containsExactly(new Finding.ImageTag("layout", null, image));
      assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
      assertThat(Shelf.of(findings, Finding.Rejected.class))
          .singleElement()
          .returns(RejectReason.LIMIT, Finding.Rejected::reason)
          .returns(chain.get(2), Finding.Rejected::digest);
    }
  }

  @Test
  void manyWaysToTheSameDeepIndexAreWalkedOnce() throws IOException {
    String digest = shelf.image("app");
    for (int depth = 0; depth < 12; depth++) {
      String one = shelf.descriptor(Shelf.INDEX, digest);
      String[] twenty = new String[20];
      Arrays.fill(twenty, one);
      digest = shelf.add(Shelf.index(twenty));
    }
    shelf.layout(store, "layout", Shelf.index(shelf.descriptor(Shelf.INDEX, digest)));
    assertThat(Shelf.of(Shelf.findings(store, "/layout"), Finding.Rejected.class)).hasSize(1);
  }

  @Test
  void aPlatformThatWasNeverFetchedIsNoFault() throws IOException {
    String here = shelf.image("here");
    String away = digest("some other platform");
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, away), shelf.descriptor(Shelf.MANIFEST, here)));
    assertThat(Shelf.of(read(index), Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(here);
    assertThat(rejections(index)).isEmpty();
  }

  @Test
  void aManifestWithOtherBytesThanItsDigestIsAMismatch() throws IOException {
    String image = shelf.image("app");
    shelf.blobs.put(image, "{\"layers\":[]}".getBytes(StandardCharsets.UTF_8));
    assertRejected(image, image, RejectReason.DIGEST_MISMATCH);
    assertThat(Shelf.of(read(image), Finding.Image.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"layers\": [ | CORRUPT",
        "not json | CORRUPT",
        "{\"schemaVersion\":1,\"fsLayers\":[{\"blobSum\":\"sha256:00\"}],\"history\":[]} | UNSUPPORTED",
        "{\"schemaVersion\":2} | UNSUPPORTED",
        "[] | UNSUPPORTED",
        "\"text\" | UNSUPPORTED",
        "null | UNSUPPORTED"
      })
  void whatIsNoManifestIsListedWithItsReason(String text, RejectReason reason) throws IOException {
    String digest = shelf.add(text);
    assertRejected(digest, digest, reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sha256:abc", "../../etc/passwd"})
  void aNameThatIsNoDigestIsCorrupt(String name) throws IOException {
    assertRejected(name, name, RejectReason.CORRUPT);
  }

  @Test
  void aLayerWhoseNameIsNoDigestIsListedAndHasNoPlace() throws IOException {
    String config = shelf.config(digest("a"));
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, "sha256:../../secret"));
    assertRejected(image, "sha256:../../secret", RejectReason.CORRUPT);
    assertThat(Shelf.of(read(image), Finding.LayerPlace.class)).isEmpty();
    assertThat(Shelf.of(read(image), Finding.ImageLayer.class)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "9223372036854775807", "1099511627777", "1.5", "\"7\"", "1e400"})
  void aLayerOfASizeThatNoneHasIsListedAndHasNoPlace(String size) throws IOException {
    String layer = shelf.add("a layer");
    String descriptor =
        shelf.descriptor(Shelf.LAYER, layer).replace("\"size\":7", "\"size\":" + size);
    String image = shelf.manifest(shelf.config(digest("a")), descriptor);
    assertRejected(image, layer, RejectReason.CORRUPT);
    List<Finding> findings = read(image);
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageLayer.class))
        .allMatch(listed -> listed.compressedBytes() == null);
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(0L, Finding.Image::compressedBytes);
  }

  @Test
  void bytesOfAnEncodingThatIsNoneAreNoManifest() throws IOException {
    // The parser takes these for UTF-32, in which the second character is none.
    byte[] bytes = {0, 0, 0, '{', 0x7f, -1, -1, -1};
    String digest = digest(bytes);
    shelf.blobs.put(digest, bytes);
    assertRejected(digest, digest, RejectReason.CORRUPT);
  }

  @Test
  void anEncryptedLayerIsListedAndHasNoPlace() throws IOException {
    String clear = shelf.add("clear");
    String secret = shelf.add("secret");
    String image =
        shelf.manifest(
            shelf.config(digest("a"), digest("b")),
            shelf.descriptor(Shelf.LAYER, clear),
            shelf.descriptor(Shelf.LAYER + "+encrypted", secret));
    assertRejected(image, secret, RejectReason.ENCRYPTED);
    assertThat(Shelf.of(read(image), Finding.LayerPlace.class))
        .extracting(Finding.LayerPlace::layerDigest)
        .containsExactly(clear);
    assertThat(Shelf.of(read(image), Finding.Image.class))
        .singleElement()
        .returns(2, Finding.Image::layers);
  }

  @Test
  void aForeignLayerIsALayerOfTheImage() throws IOException {
    String type = "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip";
    String base = digest("a base of Windows, elsewhere");
    String image = shelf.manifest(shelf.config(digest("a")), shelf.descriptor(type, base));
    shelf.layout(store, "layout", Shelf.index(shelf.descriptor(Shelf.MANIFEST, image)));
    List<Finding> inFolder = Shelf.findings(store, "/layout");
    assertThat(Shelf.of(inFolder, Finding.LayerPlace.class))
        .singleElement()
        .returns(type, Finding.LayerPlace::mediaType)
        .returns(7L, Finding.LayerPlace::declaredBytes);
    // A tar knows at once that it does not hold it.
    String index = Shelf.index(shelf.descriptor(Shelf.MANIFEST, image));
    store.put("a.tar", Shelf.tar(shelf.layoutFiles(index)));
    List<Finding> inTar = Shelf.findings(store, "/a.tar");
    assertThat(Shelf.of(inTar, Finding.LayerPlace.class)).isEmpty();
    assertThat(Shelf.of(inTar, Finding.Rejected.class))
        .singleElement()
        .returns(base, Finding.Rejected::digest)
        .returns(RejectReason.ABSENT, Finding.Rejected::reason)
        .returns(
            "a foreign layer, which its manifest says is stored elsewhere",
            Finding.Rejected::message);
  }

  @Test
  void aConfigWithTheWrongNumberOfDiffIdsIsListedAndNotBelieved() throws IOException {
    String layer = shelf.add("layer");
    String config = shelf.config(digest("a"), digest("b"));
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, layer));
    assertRejected(image, config, RejectReason.CORRUPT);
    assertThat(Shelf.of(read(image), Finding.LayerPlace.class))
        .singleElement()
        .returns(null, Finding.LayerPlace::diffId);
    assertThat(Shelf.of(read(image), Finding.ImageLayer.class))
        .singleElement()
        .returns(null, Finding.ImageLayer::createdBy);
  }

  @Test
  void anImageWithoutItsConfigKeepsItsLayers() throws IOException {
    String layer = shelf.add("layer");
    String config = digest("a config that is lost");
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, layer));
    assertRejected(image, config, RejectReason.ABSENT);
    assertThat(Shelf.of(read(image), Finding.Image.class))
        .containsExactly(
            new Finding.Image(image, null, null, null, 1, 5, config, null, null, null));
    assertThat(Shelf.of(read(image), Finding.LayerPlace.class)).hasSize(1);
  }

  @Test
  void aDiffIdThatIsNoDigestIsNotBelieved() throws IOException {
    String layer = shelf.add("layer");
    String config = shelf.config("sha256:short");
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, layer));
    assertRejected(image, config, RejectReason.CORRUPT);
  }

  private List<Finding> read(String digest) throws IOException {
    shelf.layout(store, "layout", Shelf.index(shelf.descriptor(Shelf.MANIFEST, digest)));
    return Shelf.findings(store, "/layout");
  }

  private List<Finding.Rejected> rejections(String digest) throws IOException {
    return Shelf.of(read(digest), Finding.Rejected.class);
  }

  private void assertRejected(String image, String digest, RejectReason reason) throws IOException {
    assertThat(rejections(image))
        .singleElement()
        .returns(digest, Finding.Rejected::digest)
        .returns(reason, Finding.Rejected::reason)
        .returns(MemoryStore.ROOT + "/layout", Finding.Rejected::source);
  }
}
