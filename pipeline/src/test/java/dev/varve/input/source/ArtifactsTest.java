package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands behind manifests and is no image. */
class ArtifactsTest {
  private static final String IN_TOTO = "application/vnd.in-toto+json";
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @ParameterizedTest
  @CsvSource({
    "application/vnd.cncf.helm.config.v1+json, application/vnd.cncf.helm.chart.content.v1.tar+gzip, HELM",
    "application/vnd.oci.image.config.v1+json, application/vnd.dev.cosign.simplesigning.v1+json, SIGNATURE",
    "application/vnd.oci.empty.v1+json, application/vnd.dev.sigstore.bundle.v0.3+json, SIGNATURE",
    "application/vnd.cncf.notary.signature, application/jose+json, SIGNATURE",
    "application/vnd.oci.image.config.v1+json, application/vnd.in-toto+json, ATTESTATION",
    "application/vnd.oci.image.config.v1+json, application/vnd.dsse.envelope.v1+json, ATTESTATION",
    "application/vnd.oci.empty.v1+json, application/spdx+json, SBOM",
    "application/vnd.oci.empty.v1+json, application/vnd.cyclonedx+json, SBOM",
    "application/vnd.wasm.config.v0+json, application/wasm, WASM",
    "application/vnd.docker.container.image.v1+json, application/vnd.ollama.image.model, MODEL",
    "application/vnd.cncf.model.config.v1+json, application/vnd.cncf.model.weight.v1.tar, MODEL",
    "application/vnd.sylabs.sif.config.v1+json, application/vnd.sylabs.sif.layer.v1.sif, SIF",
    "application/vnd.oci.empty.v1+json, application/vnd.example.erofs.dmverity.sig, SIGNATURE",
    "application/vnd.oci.image.config.v1+json, application/vnd.wasm.content.layer.v1+wasm, WASM",
    "application/vnd.unknown.config+json, application/vnd.oci.image.layer.v1.tar+gzip, ARTIFACT",
    "application/vnd.oci.image.config.v1+json, text/plain, ARTIFACT",
    "application/octet-stream, application/octet-stream, ARTIFACT"
  })
  void theKindIsToldByTheMediaTypes(String config, String layer, String kind) throws IOException {
    String configDigest = shelf.add("{}");
    String content = shelf.add("content");
    String manifest =
        shelf.add(
            "{\"config\":%s,\"layers\":[%s]}"
                .formatted(
                    shelf.descriptor(config, configDigest), shelf.descriptor(layer, content)));
    List<Finding> findings = read(shelf.descriptor(Shelf.MANIFEST, manifest));
    long bytes = Objects.requireNonNull(shelf.blobs.get(manifest)).length;
    assertThat(findings)
        .containsExactly(
            new Finding.Artifact(manifest, manifest, kind, config, bytes),
            new Finding.Artifact(manifest, content, kind, layer, 7L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/octet-stream", "application/json", "text/html"})
  void aConfigOfAnOldTypeIsAnImagesWhenItsLayersAre(String config) throws IOException {
    String layer = shelf.add("a layer");
    String manifest =
        shelf.add(
            "{\"config\":%s,\"layers\":[%s]}"
                .formatted(
                    shelf.descriptor(config, shelf.config(digest("a"))),
                    shelf.descriptor("application/vnd.docker.image.rootfs.diff.tar.gzip", layer)));
    List<Finding> findings = read(shelf.descriptor(Shelf.MANIFEST, manifest));
    assertThat(Shelf.of(findings, Finding.Artifact.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .extracting(Finding.LayerPlace::layerDigest)
        .containsExactly(layer);
  }

  /** As nydus, containerd, stacker, overlaybd and puzzlefs name them. */
  @ParameterizedTest
  @CsvSource({
    "application/vnd.oci.image.layer.nydus.blob.v1, a, NYDUS",
    "application/vnd.oci.image.layer.v1.tar+gzip, containerd.io/snapshot/nydus-bootstrap, NYDUS",
    "application/vnd.erofs.layer.v1, a, EROFS",
    "application/vnd.oci.image.layer.v1.erofs, a, EROFS",
    "application/vnd.stacker.image.layer.squashfs+zstd+verity, a, SQUASHFS",
    "application/vnd.oci.image.layer.v1.tar, containerd.io/snapshot/overlaybd/blob-digest, OVERLAYBD",
    "application/vnd.puzzlefs.image.rootfs.v1, a, PUZZLEFS"
  })
  void layersOfOtherFormatsMakeAnImageThatIsNotRead(String type, String note, String format)
      throws IOException {
    String layer = shelf.add("a file system");
    String manifest =
        shelf.manifest(
            shelf.config(digest("a")),
            shelf.descriptor(type, layer, ",\"annotations\":{\"" + note + "\":\"true\"}"));
    List<Finding> findings = read(shelf.descriptor(Shelf.MANIFEST, manifest));
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::layerFormat)
        .containsExactly(format);
    assertThat(Shelf.of(findings, Finding.ImageLayer.class))
        .extracting(Finding.ImageLayer::layerDigest)
        .containsExactly(layer);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason, Finding.Rejected::message)
        .containsExactly(
            tuple(
                layer,
                RejectReason.UNSUPPORTED,
                "of an image of a format that is not read: " + format + ", media type " + type));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Artifact.class)).isEmpty();
  }

  @Test
  void theArtifactTypeComesFirst() throws IOException {
    String content = shelf.add("content");
    String manifest =
        shelf.add(
            "{\"artifactType\":\"application/vnd.example.sbom+spdx\",\"config\":%s,\"layers\":[%s]}"
                .formatted(
                    shelf.descriptor("application/vnd.oci.empty.v1+json", shelf.add("{}")),
                    shelf.descriptor("application/vnd.wasm.content", content)));
    assertThat(Shelf.of(read(shelf.descriptor(Shelf.MANIFEST, manifest)), Finding.Artifact.class))
        .extracting(Finding.Artifact::kind)
        .containsExactly("SBOM", "SBOM");
  }

  @Test
  void aManifestOfTheRetiredArtifactFormHasBlobs() throws IOException {
    String content = shelf.add("content");
    String manifest =
        shelf.add(
            "{\"artifactType\":\"application/vnd.example.sbom+spdx\",\"blobs\":[%s]}"
                .formatted(shelf.descriptor("application/json", content)));
    assertThat(Shelf.of(read(shelf.descriptor(Shelf.MANIFEST, manifest)), Finding.Artifact.class))
        .extracting(Finding.Artifact::digest, Finding.Artifact::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(manifest, "SBOM"),
            org.assertj.core.groups.Tuple.tuple(content, "SBOM"));
  }

  @Test
  void whatBuildKitHangsNextToAnImageIsAnAttestation() throws IOException {
    String image = shelf.image("app");
    // BuildKit's attestations have an image config, and a plain layer type may stand in them too.
    String attestation =
        shelf.manifest(
            shelf.config(digest("x")), shelf.descriptor(Shelf.LAYER, shelf.add("statement")));
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, image),
                shelf.descriptor(
                    Shelf.MANIFEST,
                    attestation,
                    ",\"annotations\":{\"vnd.docker.reference.type\":\"attestation-manifest\"}")));
    List<Finding> findings = read(shelf.descriptor(Shelf.INDEX, index));
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::imageDigest)
        .containsExactly(image);
    assertThat(Shelf.of(findings, Finding.Artifact.class))
        .hasSize(2)
        .allMatch(artifact -> artifact.kind().equals("ATTESTATION"))
        .allMatch(artifact -> artifact.manifestDigest().equals(attestation));
  }

  @Test
  void anImageMayCarrySomethingThatIsNoLayer() throws IOException {
    String layer = shelf.add("a layer");
    String statement = shelf.add("a statement");
    String image =
        shelf.manifest(
            shelf.config(digest("a")),
            shelf.descriptor(IN_TOTO, statement),
            shelf.descriptor(Shelf.LAYER, layer));
    List<Finding> findings = read(shelf.descriptor(Shelf.MANIFEST, image));
    assertThat(Shelf.of(findings, Finding.Artifact.class))
        .containsExactly(new Finding.Artifact(image, statement, "ATTESTATION", IN_TOTO, 11L));
    assertThat(Shelf.of(findings, Finding.ImageLayer.class))
        .singleElement()
        .returns(0, Finding.ImageLayer::depth)
        .returns(layer, Finding.ImageLayer::layerDigest)
        .returns(digest("a"), Finding.ImageLayer::diffId);
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(1, Finding.Image::layers)
        .returns(7L, Finding.Image::compressedBytes);
  }

  @ParameterizedTest
  @CsvSource({
    "application/vnd.oci.image.layer.v1.tar",
    "application/vnd.oci.image.layer.v1.tar+zstd",
    "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
    "application/vnd.docker.image.rootfs.diff.tar.gzip",
    "application/vnd.docker.container.image.rootfs.diff+x-gtar",
    "application/x-tar",
    "application/octet-stream"
  })
  void everyNameOfALayerIsKnown(String type) throws IOException {
    String layer = shelf.add("a layer");
    String image = shelf.manifest(shelf.config(digest("a")), shelf.descriptor(type, layer));
    List<Finding> findings = read(shelf.descriptor(Shelf.MANIFEST, image));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.Artifact.class)).isEmpty();
  }

  private List<Finding> read(String descriptor) throws IOException {
    shelf.layout(store, "layout", Shelf.index(descriptor));
    return Shelf.findings(store, "/layout");
  }
}
