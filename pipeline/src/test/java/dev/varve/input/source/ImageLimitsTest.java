package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small documents that ask for much. */
class ImageLimitsTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void anImageOfMoreLayersThanCanBeMountedIsALimit() throws IOException {
    String layer = shelf.descriptor(Shelf.LAYER, shelf.add("layer"));
    String config = shelf.config();
    String most = shelf.manifest(config, Collections.nCopies(1000, layer).toArray(String[]::new));
    String more = shelf.manifest(config, Collections.nCopies(1001, layer).toArray(String[]::new));
    shelf.layout(
        store,
        "layout",
        Shelf.index(
            shelf.descriptor(Shelf.MANIFEST, most), shelf.descriptor(Shelf.MANIFEST, more)));
    List<Finding> findings = Shelf.findings(store, "/layout");
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(most, Finding.Image::imageDigest);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(more, Finding.Rejected::digest)
        .returns(RejectReason.LIMIT, Finding.Rejected::reason);
  }

  @Test
  void savedImagesHaveTheSameLimit() throws IOException {
    String diffId = Shelf.digest("tar");
    String config = shelf.config(Collections.nCopies(1001, diffId).toArray(String[]::new));
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("c.json", shelf.blobs.get(config));
    files.put("l.tar", "tar".getBytes(StandardCharsets.UTF_8));
    String layers = Shelf.list(Collections.nCopies(1001, "l.tar").toArray(String[]::new));
    String manifest = "[{\"Config\":\"c.json\",\"Layers\":[" + layers + "]}]";
    files.put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
    store.put("saved.tar", Shelf.tar(files));
    assertThat(Shelf.findings(store, "/saved.tar"))
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Rejected.class, one -> assertThat(one.reason()).isEqualTo(RejectReason.LIMIT));
  }

  @Test
  void anImageThatASavedArchiveListsTwiceIsOne() throws IOException {
    String config = shelf.config(Shelf.digest("tar"));
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("c.json", shelf.blobs.get(config));
    files.put("l.tar", "tar".getBytes(StandardCharsets.UTF_8));
    String image = "{\"Config\":\"c.json\",\"RepoTags\":[\"a:%d\"],\"Layers\":[\"l.tar\"]}";
    String manifest = "[" + image.formatted(1) + "," + image.formatted(2) + "]";
    files.put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
    store.put("saved.tar", Shelf.tar(files));
    List<Finding> findings = Shelf.findings(store, "/saved.tar");
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageLayer.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::tag)
        .containsExactly("1", "2");
  }

  @Test
  void oneConfigIsNotReadAgainForEver() throws IOException {
    store.put("c.json", "{\"os\":\"linux\"}");
    BlobPlace place = new BlobPlace(MemoryStore.ROOT + "/c.json", 0, -1);
    ConfigReader configs = new ConfigReader(store, 40);
    for (int times = 0; times < 3; times++) {
      assertThat(configs.read(place, null).bytes()).isEqualTo(14);
    }
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> configs.read(place, null));
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
  }

  /** Both what tags list, and what indexes among themselves do. */
  @Test
  void tagsAndIndexesOfTheSameThousandsOfImagesEnd() throws IOException {
    String[] images =
        IntStream.range(0, 2048)
            .mapToObj(one -> shelf.add("{\"layers\":[],\"config\":{},\"n\":" + one + "}"))
            .map(digest -> shelf.descriptor(Shelf.MANIFEST, digest))
            .toArray(String[]::new);
    String all = shelf.add(Shelf.index(images));
    String[] tags =
        IntStream.range(0, 1200)
            .mapToObj(
                one ->
                    shelf.descriptor(
                        Shelf.INDEX,
                        shelf.add(
                            Shelf.index(
                                shelf.descriptor(Shelf.INDEX, all, ",\"n\":\"" + one + "\"")))))
            .toArray(String[]::new);
    shelf.layout(store, "layout", Shelf.index(tags));
    List<Finding> findings = Shelf.findings(store, "/layout");
    // 2,048 images of the index itself, then twice as many for each tag, of 4,194,304.
    assertThat(Shelf.of(findings, Finding.ImageTag.class)).hasSize(1023 * 2048);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .filteredOn(one -> one.reason() == RejectReason.LIMIT)
        .hasSize(1200 - 1023);
  }
}
