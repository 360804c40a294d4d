package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents by hand: what each leads to. */
class ManifestFactsTest {
  private static final String SELF = "sha256:" + "0".repeat(64);
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha256:" + "b".repeat(64);

  @Test
  void anImageLeadsToItsConfigAndLayersAndNotToItsSubject() throws IOException {
    String text =
        "{'mediaType':'m','config':{'digest':'%s','size':3},'layers':[{'digest':'%s','size':5},"
            + "{'digest':'odd'}],'subject':{'digest':'%s'}}";
    assertThat(facts(text.formatted(A, B, B)))
        .containsExactly(
            new Finding.Manifest(SELF, "IMAGE", "m", 9, B),
            new Finding.ManifestReference(SELF, A, "CONFIG", 3L),
            new Finding.ManifestReference(SELF, B, "BLOB", 5L));
  }

  @Test
  void anIndexLeadsToManifests() throws IOException {
    assertThat(facts("{'manifests':[{'digest':'%s','size':7},{'digest':'%s'}]}".formatted(A, B)))
        .containsExactly(
            new Finding.Manifest(SELF, "INDEX", null, 9, null),
            new Finding.ManifestReference(SELF, A, "MANIFEST", 7L),
            new Finding.ManifestReference(SELF, B, "MANIFEST", null));
  }

  /** The artifact manifest of OCI 1.1's drafts, and Docker's schema 1. */
  @Test
  void olderManifestsLeadToTheirBlobs() throws IOException {
    assertThat(facts("{'blobs':[{'digest':'%s','size':7}]}".formatted(A)))
        .containsExactly(
            new Finding.Manifest(SELF, "ARTIFACT", null, 9, null),
            new Finding.ManifestReference(SELF, A, "BLOB", 7L));
    assertThat(facts("{'fsLayers':[{'blobSum':'%s'},{'blobSum':'%s'}]}".formatted(A, B)))
        .containsExactly(
            new Finding.Manifest(SELF, "ARTIFACT", null, 9, null),
            new Finding.ManifestReference(SELF, A, "BLOB", null),
            new Finding.ManifestReference(SELF, B, "BLOB", null));
  }

  private static List<Finding> facts(String text) throws IOException {
    List<Finding> findings = new ArrayList<>();
    new ManifestFacts(findings::add)
        .add(new JsonDocument(new ObjectMapper().readTree(text.replace('\'', '"')), SELF, 9));
    return findings;
  }
}
