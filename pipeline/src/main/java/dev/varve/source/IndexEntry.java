package dev.varve.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What an index lists, apart from its document, which is let go before any of them is read.
 *
 * @param attests whether the index says that it is an attestation
 */
record IndexEntry(String digest, boolean attests) {

  static List<IndexEntry> all(JsonNode index) {
    List<IndexEntry> entries = new ArrayList<>();
    for (JsonNode child : index.path("manifests")) {
      boolean attests = child.path("annotations").has("vnd.docker.reference.type");
      entries.add(new IndexEntry(child.path("digest").asText(), attests));
    }
    return entries;
  }
}
