package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import java.util.function.Consumer;

/** Records each manifest with all its references, which a registry's garbage collection follows. */
record ManifestFacts(Consumer<Finding> findings) {

  /** A manifest or an index of any kind, also one whose images cannot be read. */
  void add(JsonDocument document) {
    JsonNode root = document.root();
    String kind = root.has("manifests") ? "INDEX" : root.has("layers") ? "IMAGE" : "ARTIFACT";
    String subject = root.path("subject").path("digest").asText();
    findings.accept(
        new Finding.Manifest(
            document.digest(),
            kind,
            JsonDocument.text(root, "mediaType"),
            document.bytes(),
            Digests.isDigest(subject) ? subject : null));
    boolean isCache = BuildCaches.isCache(root);
    root.path("manifests")
        .forEach(one -> reference(document, one, "digest", BuildCaches.kind(isCache, one)));
    reference(document, root.path("config"), "digest", "CONFIG");
    root.path("layers").forEach(blob -> reference(document, blob, "digest", "BLOB"));
    root.path("blobs").forEach(blob -> reference(document, blob, "digest", "BLOB"));
    root.path("fsLayers").forEach(blob -> reference(document, blob, "blobSum", "BLOB"));
  }

  private void reference(JsonDocument document, JsonNode descriptor, String field, String kind) {
    String digest = JsonDocument.cut(descriptor.path(field));
    if (Digests.isDigest(digest)) {
      findings.accept(
          new Finding.ManifestReference(
              document.digest(), digest, kind, JsonDocument.size(descriptor)));
    }
  }
}
