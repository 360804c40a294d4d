package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.digest.Digests;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A manifest of schema 1 as docker-registry 2.8.2 served it, under the digest of its header
 * Docker-Content-Digest, after {@code skopeo copy --format v2s1}.
 */
class SignedManifestTest {
  private static final String DIGEST =
      "sha256:89147503ad8d837a64006d357335c4903434eba5e7c6cf3737b86ea4f54b78a9";

  private static final String LAYER =
      "sha256:8eb469abf177b072907ab835fd083ba45d670511200489a5c0437b7894234754";

  private static byte[] signed() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            SignedManifestTest.class.getResourceAsStream("signed-manifest.json"))) {
      return in.readAllBytes();
    }
  }

  private static List<Finding> findings(byte[] manifest) throws IOException {
    MemoryStore store = new MemoryStore();
    store.put("layout/oci-layout", "{}");
    store.put(
        "layout/index.json",
        "{\"schemaVersion\":2,\"manifests\":[{\"digest\":\"%s\"}]}".formatted(DIGEST));
    store.put("layout/blobs/" + DIGEST.replace(':', '/'), manifest);
    return Findings.read(
        store,
        new SourceUnit(SourceUnit.Form.OCI_FOLDER, MemoryStore.ROOT + "/layout", ""),
        Shelf.LIMITS);
  }

  @Test
  void theDigestIsThatOfThePayload() throws IOException {
    byte[] payload = Objects.requireNonNull(SignedManifest.payload(signed()));
    assertThat(Digests.of("sha256", payload)).isEqualTo(DIGEST);
    assertThat(new String(payload, StandardCharsets.UTF_8)).endsWith("\"schemaVersion\":1}");
  }

  @Test
  void itIsRefusedByItsKindAndItsLayersAreKnown() throws IOException {
    List<Finding> findings = findings(signed());
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(DIGEST, Finding.Rejected::digest)
        .returns(RejectReason.UNSUPPORTED, Finding.Rejected::reason);
    assertThat(Shelf.of(findings, Finding.ManifestReference.class))
        .containsExactly(new Finding.ManifestReference(DIGEST, LAYER, "BLOB", null));
  }

  @Test
  void anotherPayloadIsAMismatch() throws IOException {
    byte[] other = signed();
    other[10]++;
    assertThat(Shelf.of(findings(other), Finding.Rejected.class))
        .singleElement()
        .returns(RejectReason.DIGEST_MISMATCH, Finding.Rejected::reason);
  }

  @Test
  void whatStatesNoPayloadIsAMismatch() {
    for (String other :
        List.of(
            "{}",
            "[]",
            "no JSON",
            "{\"signatures\":[{\"protected\":\"*\"}]}",
            // {"formatLength":9999,"formatTail":"fQ"}
            "{\"signatures\":[{\"protected\":\"eyJmb3JtYXRMZW5ndGgiOjk5OTksImZvcm1hdFRhaWwiOiJmUSJ9\"}]}")) {
      assertThat(SignedManifest.payload(other.getBytes(StandardCharsets.UTF_8))).isNull();
    }
  }
}
