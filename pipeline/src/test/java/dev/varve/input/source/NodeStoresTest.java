package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.LayerBlob;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Stores of unpacked layers, written by hand as their documentation has them: an image of two
 * layers.
 */
class NodeStoresTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();
  private byte[] base = new byte[0];
  private byte[] top = new byte[0];
  private String config = "";

  @BeforeEach
  void image() {
    base = Shelf.tar(Map.of("etc/base", bytes("base")));
    top = Shelf.tar(Map.of("opt/top", bytes("top of the image")));
    config = shelf.config(Shelf.digest(base), Shelf.digest(top));
  }

  @Test
  void aStoreOfPodmanIsPutTogether() throws IOException {
    podman("b", "");
    check("/storage", "localhost/app");
  }

  @Test
  void aStoreOfDockerIsPutTogether() throws IOException {
    docker();
    check("/docker", "team/app");
  }

  private void check(String input, String repository) throws IOException {
    List<Finding> findings = Shelf.findings(store, input);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag(repository, "1", config));
    assertThat(Shelf.of(findings, Finding.ImageLayer.class))
        .extracting(
            Finding.ImageLayer::depth,
            Finding.ImageLayer::layerDigest,
            Finding.ImageLayer::compressedBytes,
            Finding.ImageLayer::createdBy)
        .containsExactly(
            tuple(0, Shelf.digest(base), (long) base.length, "FROM"),
            tuple(1, Shelf.digest(top), (long) top.length, "RUN make"));
    List<Finding.LayerPlace> places = Shelf.of(findings, Finding.LayerPlace.class);
    assertThat(places)
        .extracting(Finding.LayerPlace::digestOf)
        .containsOnly(LayerBlob.DigestOf.ARCHIVE);
    assertThat(read(places.get(0))).isEqualTo(base);
    assertThat(read(places.get(1))).isEqualTo(top);
  }

  private byte[] read(Finding.LayerPlace place) throws IOException {
    try (InputStream in = place.place().open(store)) {
      return in.readAllBytes();
    }
  }

  /**
   * Fields of layers.json and containers.json: layers.go and containers.go of containers/storage.
   */
  @Test
  void layersThatNobodyHasAreReported() throws IOException {
    podman("b", "");
    store.put(
        "storage/overlay-layers/layers.json",
        "[{\"id\":\"b\"},{\"id\":\"t\",\"parent\":\"b\"},{\"id\":\"mapped\",\"parent\":\"b\",\"diff-size\":1},"
            + "{\"id\":\"run\",\"parent\":\"t\",\"diff-size\":20},"
            + "{\"id\":\"left\",\"parent\":\"t\",\"diff-size\":300},"
            + "{\"id\":\"behind\",\"parent\":\"left\",\"diff-size\":4000}]");
    store.put(
        "storage/overlay-images/images.json",
        "[{\"id\":\"%s\",\"names\":[\"localhost/app:1\"],\"layer\":\"t\",\"mapped-layers\":[\"mapped\"]}]"
            .formatted(Shelf.hex(config)));
    store.put("storage/overlay-containers/containers.json", "[{\"id\":\"c\",\"layer\":\"run\"}]");
    SourceUnit unit =
        new SourceUnit(SourceUnit.Form.CONTAINERS_STORE, MemoryStore.ROOT + "/storage", "overlay");
    List<Finding> findings = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Leftover.class))
        .containsExactly(new Finding.Leftover(Finding.Leftover.Kind.LAYER, 2, 4300));
  }

  @Test
  void aLayerThatIsNotListedIsMissing() throws IOException {
    podman("elsewhere", "");
    assertThat(Shelf.of(Shelf.findings(store, "/storage"), Finding.Rejected.class))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason, Finding.Rejected::message)
        .containsExactly(
            tuple(
                Shelf.digest(base),
                RejectReason.ABSENT,
                "layers.json does not list layer elsewhere"),
            tuple(
                Shelf.digest(top),
                RejectReason.ABSENT,
                "layers.json does not list layer elsewhere"));
  }

  @Test
  void layersThatLeadInACircleAreRefused() throws IOException {
    podman("b", "t");
    assertThat(Shelf.of(Shelf.findings(store, "/storage"), Finding.Rejected.class))
        .extracting(Finding.Rejected::message)
        .containsOnly("the store has not 2 layers up to t, as the config says");
  }

  @Test
  void anIdThatIsAPathIsRefused() throws IOException {
    docker();
    store.put("docker/image/overlay2/layerdb/" + chain(0) + "/cache-id", "../../secret");
    assertThat(Shelf.of(Shelf.findings(store, "/docker"), Finding.Rejected.class))
        .extracting(Finding.Rejected::message)
        .containsExactly("the store has an invalid name: ../../secret");
  }

  private void podman(String below, String belowBase) throws IOException {
    String id = Shelf.hex(config);
    store.put(
        "storage/overlay-images/images.json",
        "[{\"id\":\"%s\",\"names\":[\"localhost/app:1\"],\"layer\":\"t\"}]".formatted(id));
    String name = "=" + Base64.getEncoder().encodeToString(bytes(config));
    store.put("storage/overlay-images/" + id + "/" + name, blob(config));
    store.put(
        "storage/overlay-layers/layers.json",
        "[{\"id\":\"b\",\"parent\":\"%s\"},{\"id\":\"t\",\"parent\":\"%s\"}]"
            .formatted(belowBase, below));
    store.put("storage/overlay-layers/b.tar-split.gz", SplitArchives.of(base));
    store.put("storage/overlay-layers/t.tar-split.gz", SplitArchives.of(top));
    store.put("storage/overlay/b/diff/etc/base", "base");
    store.put("storage/overlay/t/diff/opt/top", "top of the image");
  }

  private void docker() throws IOException {
    String root = "docker/image/overlay2/";
    store.put(
        root + "repositories.json",
        "{\"Repositories\":{\"team/app\":{\"team/app:1\":\"%s\",\"team/app@%s\":\"%s\"}}}"
            .formatted(config, Shelf.digest("x"), config));
    store.put(root + "imagedb/content/sha256/" + Shelf.hex(config), blob(config));
    layer(root + "layerdb/" + chain(0), "b1", base);
    layer(root + "layerdb/" + chain(1), "t1", top);
    store.put("docker/overlay2/b1/diff/etc/base", "base");
    store.put("docker/overlay2/t1/diff/opt/top", "top of the image");
  }

  private void layer(String folder, String cacheId, byte[] archive) throws IOException {
    store.put(folder + "/cache-id", cacheId);
    store.put(folder + "/tar-split.json.gz", SplitArchives.of(archive));
  }

  /** OCI image specification, config.md: the digest of the chain below, a blank, and the diffID. */
  private String chain(int depth) {
    String bottom = Shelf.digest(base);
    String chain = depth == 0 ? bottom : Shelf.digest(bottom + " " + Shelf.digest(top));
    return chain.replace(':', '/');
  }

  private byte[] blob(String digest) {
    return shelf.blobs.getOrDefault(digest, new byte[0]);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
