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
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Descriptors that embed their blob (OCI image specification 1.1, descriptor.md). */
class EmbeddedBlobsTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void whatIsEmbeddedIsReadThoughNoFileHasIt() throws IOException {
    String layer = shelf.add("a layer");
    String config = shelf.config(Shelf.digest("a layer"));
    String manifest =
        shelf.add(
            "{\"config\":%s,\"layers\":[%s]}"
                .formatted(embedded(Shelf.CONFIG, config), embedded(Shelf.LAYER, layer)));
    String index = Shelf.index(embedded(Shelf.MANIFEST, manifest));
    shelf.blobs.clear();
    List<Finding> findings = read(index);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest, Finding.Image::architecture)
        .containsExactly(tuple(manifest, "arm64"));
    Finding.LayerPlace found = Shelf.of(findings, Finding.LayerPlace.class).get(0);
    LayerCandidate candidate =
        new LayerCandidate(
            new LayerBlob(layer, found.digestOf(), found.declaredBytes(), List.of(), null),
            List.of(found.place()));
    assertThat(candidate.bytes()).isEqualTo(7);
    try (InputStream in = candidate.open(store, found.place())) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("a layer");
    }
    try (InputStream in = new BlobPlace(found.place().location(), 2, 3).open(store)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("lay");
    }
  }

  /** The example of the specification: two bytes, the empty object. */
  @ParameterizedTest
  @CsvSource({
    "e30=, 2, sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a,",
    "e30=, 3, sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a, CORRUPT",
    "W10=, 2, sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a, DIGEST_MISMATCH",
    "e30!, 2, sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a, CORRUPT",
    "e30=, 2, sha256:44, CORRUPT",
  })
  void whatDoesNotMatchItsDescriptorIsRejected(
      String data, int size, String digest, RejectReason reason) throws IOException {
    String config =
        "{\"mediaType\":\"application/vnd.oci.empty.v1+json\",\"digest\":\"%s\",\"size\":%d,\"data\":\"%s\"}"
            .formatted(digest, size, data);
    String manifest =
        shelf.add(
            "{\"artifactType\":\"application/vnd.example.sbom+spdx\",\"config\":%s,\"layers\":[%s]}"
                .formatted(config, shelf.descriptor("application/spdx+json", shelf.add("{}"))));
    assertThat(
            Shelf.of(
                read(Shelf.index(shelf.descriptor(Shelf.MANIFEST, manifest))),
                Finding.Rejected.class))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason)
        .isEqualTo(reason == null ? List.of() : List.of(tuple(digest, reason)));
  }

  /** The layout has the manifest too: what the index embeds is rejected, and the image is read. */
  @Test
  void theStorageIsAskedWhereTheDataIsWrong() throws IOException {
    String image = shelf.image("app");
    String wrong =
        shelf.descriptor(Shelf.MANIFEST, image, ",\"data\":\"" + base64("something") + "\"");
    List<Finding> findings = read(Shelf.index(wrong));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::reason)
        .containsExactly(RejectReason.CORRUPT);
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(image);
  }

  private String embedded(String mediaType, String digest) {
    String text =
        new String(Objects.requireNonNull(shelf.blobs.get(digest)), StandardCharsets.UTF_8);
    return shelf.descriptor(mediaType, digest, ",\"data\":\"" + base64(text) + "\"");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<Finding> read(String index) throws IOException {
    shelf.layout(store, "layout", index);
    return Shelf.findings(store, "/layout");
  }
}
