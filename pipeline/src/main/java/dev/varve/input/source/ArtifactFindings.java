package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the contents of registries apart from images: attestations, signatures, charts and the
 * like.
 */
record ArtifactFindings(Consumer<Finding> findings) {

  /**
   * A manifest of an artifact with all its blobs.
   *
   * @param blobs its descriptors
   */
  void add(JsonDocument document, JsonNode blobs, boolean attestation) {
    List<JsonNode> all = new ArrayList<>();
    blobs.forEach(all::add);
    List<String> types = new ArrayList<>();
    addText(types, document.root(), "artifactType");
    addText(types, document.root().path("config"), "mediaType");
    all.forEach(blob -> addText(types, blob, "mediaType"));
    String kind = attestation ? ArtifactKinds.ATTESTATION : ArtifactKinds.of(types);
    add(document, kind, types.isEmpty() ? null : types.get(0));
    all.forEach(blob -> addBlob(document.digest(), blob, kind));
  }

  /** A manifest of an artifact alone. */
  void add(JsonDocument document, String kind, @Nullable String mediaType) {
    String digest = document.digest();
    findings.accept(new Finding.Artifact(digest, digest, kind, mediaType, document.bytes()));
  }

  /** A blob of an artifact. */
  void add(JsonDocument document, String kind, JsonNode blob) {
    addBlob(document.digest(), blob, kind);
  }

  /** A single blob that an image's manifest lists among its layers. */
  void addBlob(String manifest, JsonNode blob) {
    String type = JsonDocument.text(blob, "mediaType");
    addBlob(manifest, blob, ArtifactKinds.of(type == null ? List.of() : List.of(type)));
  }

  private void addBlob(String manifest, JsonNode blob, String kind) {
    findings.accept(
        new Finding.Artifact(
            manifest,
            JsonDocument.cut(blob.path("digest")),
            kind,
            JsonDocument.text(blob, "mediaType"),
            JsonDocument.size(blob)));
  }

  private static void addText(List<String> types, JsonNode node, String field) {
    @Nullable String type = JsonDocument.text(node, field);
    if (type != null) {
      types.add(type);
    }
  }
}
