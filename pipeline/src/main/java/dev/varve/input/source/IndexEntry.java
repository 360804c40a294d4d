package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.model.MalformedBlobException;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of an index, apart from its document, which is released before any entry is read.
 *
 * @param isAttestation whether the index says that it is an attestation
 * @param platform as the index states it
 */
record IndexEntry(String digest, boolean isAttestation, Platform platform) {

  /**
   * @param manifests the list in an index; JSON null, which some writers use, is an empty list
   */
  static List<IndexEntry> all(JsonNode manifests) throws MalformedBlobException {
    List<IndexEntry> entries = new ArrayList<>();
    for (JsonNode child : JsonDocument.list(manifests, "manifests")) {
      entries.add(of(child));
    }
    return entries;
  }

  static IndexEntry of(JsonNode descriptor) {
    boolean attests = descriptor.path("annotations").has("vnd.docker.reference.type");
    return new IndexEntry(
        JsonDocument.cut(descriptor.path("digest")),
        attests,
        Platform.of(descriptor.path("platform")));
  }
}
