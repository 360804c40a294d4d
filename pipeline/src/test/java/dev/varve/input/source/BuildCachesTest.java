package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Caches as BuildKit exports them ({@code cache/remotecache/export.go}), in both forms. */
class BuildCachesTest {
  private static final String CONFIG = "application/vnd.buildkit.cacheconfig.v0";
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();
  private String base = "";
  private String top = "";
  private String config = "";

  @BeforeEach
  void blobs() {
    base = shelf.add("base layer");
    top = shelf.add("top layer of app");
    config =
        shelf.add(
            "{\"layers\":[{\"blob\":\"%s\",\"parent\":-1},{\"blob\":\"%s\",\"parent\":0}],\"records\":[]}"
                .formatted(base, top));
  }

  @Test
  void anIndexOfLayersIsACacheAndNoImage() throws IOException {
    String cache =
        shelf.add(
            Shelf.index(
                layer(base, "base"),
                layer(top, "top"),
                layer(base, "base"),
                shelf.descriptor(CONFIG, config)));
    check(cache, Shelf.INDEX);
    // What a collection of garbage follows: no manifest is behind it.
    assertThat(Shelf.of(all(shelf.descriptor(Shelf.INDEX, cache)), Finding.ManifestReference.class))
        .extracting(Finding.ManifestReference::digest, Finding.ManifestReference::kind)
        .containsOnly(tuple(base, "BLOB"), tuple(top, "BLOB"), tuple(config, "CONFIG"));
  }

  @Test
  void aManifestWithTheConfigOfACacheIsOneToo() throws IOException {
    String cache =
        shelf.add(
            "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s,\"layers\":[%s,%s]}"
                .formatted(
                    Shelf.MANIFEST,
                    shelf.descriptor(CONFIG, config),
                    layer(base, "base"),
                    layer(top, "top")));
    check(cache, Shelf.MANIFEST);
  }

  /** {@code docker buildx imagetools create} puts images beside what an index lists. */
  @Test
  void imagesThatACacheListsAreRead() throws IOException {
    String image = shelf.image("beside");
    String cache =
        shelf.add(
            Shelf.index(
                layer(base, "base"),
                shelf.descriptor(CONFIG, config),
                shelf.descriptor(Shelf.MANIFEST, image)));
    List<Finding> findings = all(shelf.descriptor(Shelf.INDEX, cache));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(image);
    assertThat(Shelf.of(findings, Finding.Artifact.class))
        .extracting(Finding.Artifact::digest)
        .containsExactly(cache, base);
    assertThat(Shelf.of(findings, Finding.ManifestReference.class))
        .filteredOn(one -> one.manifestDigest().equals(cache))
        .extracting(Finding.ManifestReference::digest, Finding.ManifestReference::kind)
        .containsExactly(tuple(base, "BLOB"), tuple(config, "CONFIG"), tuple(image, "MANIFEST"));
  }

  private void check(String cache, String mediaType) throws IOException {
    String image = shelf.image("app");
    List<Finding> findings =
        Shelf.ofImages(
            all(shelf.descriptor(mediaType, cache), shelf.descriptor(Shelf.MANIFEST, image)));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(image);
    long bytes = Objects.requireNonNull(shelf.blobs.get(cache)).length;
    assertThat(Shelf.of(findings, Finding.Artifact.class))
        .containsExactly(
            new Finding.Artifact(cache, cache, "CACHE", CONFIG, bytes),
            new Finding.Artifact(cache, base, "CACHE", Shelf.LAYER, 10L),
            new Finding.Artifact(cache, top, "CACHE", Shelf.LAYER, 16L));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class).subList(0, 2))
        .extracting(Finding.LayerPlace::layerDigest, Finding.LayerPlace::diffId)
        .containsExactly(tuple(base, Shelf.digest("base")), tuple(top, Shelf.digest("top")));
  }

  @Test
  void aCacheWithoutLayersIsListed() throws IOException {
    String cache = shelf.add(Shelf.index(shelf.descriptor(CONFIG, config)));
    assertThat(Shelf.of(all(shelf.descriptor(Shelf.INDEX, cache)), Finding.Artifact.class))
        .extracting(Finding.Artifact::digest)
        .containsExactly(cache);
  }

  @Test
  void aLayerOfACacheWithoutADigestIsRejected() throws IOException {
    String cache =
        shelf.add(
            Shelf.index(
                "{\"mediaType\":\"%s\",\"digest\":\"none\"}".formatted(Shelf.LAYER),
                shelf.descriptor(CONFIG, config)));
    assertThat(Shelf.of(all(shelf.descriptor(Shelf.INDEX, cache)), Finding.Rejected.class))
        .extracting(Finding.Rejected::reason, Finding.Rejected::message)
        .containsExactly(
            tuple(
                RejectReason.CORRUPT, "layer none of the cache " + cache + " has no valid digest"));
  }

  private String layer(String digest, String archive) {
    return shelf.descriptor(
        Shelf.LAYER,
        digest,
        ",\"annotations\":{\"buildkit/createdat\":\"2024-02-29T12:00:00Z\",\"containerd.io/uncompressed\":\"%s\"}"
            .formatted(Shelf.digest(archive)));
  }

  private List<Finding> all(String... descriptors) throws IOException {
    shelf.layout(store, "cache", Shelf.index(descriptors));
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT + "/cache").get(0);
    return Findings.read(store, unit, Shelf.LIMITS);
  }
}
