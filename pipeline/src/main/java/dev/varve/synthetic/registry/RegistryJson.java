package dev.varve.synthetic.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON as registries keep it: fields in the order in which they were put. */
final class RegistryJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RegistryJson() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode descriptor(Descriptor blob) {
    return object()
        .put("mediaType", blob.mediaType())
        .put("digest", blob.digest())
        .put("size", blob.bytes());
  }

  static byte[] bytes(ObjectNode document) throws IOException {
    return MAPPER.writeValueAsBytes(document);
  }

  static JsonNode parse(byte[] document) throws IOException {
    return MAPPER.readTree(document);
  }
}
