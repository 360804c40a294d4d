package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records the places of the layers that manifests list, and rejects layers that have no place. */
record LayerFindings(BlobPlaces places, Consumer<Finding> findings, Rejections rejections) {

  /**
   * A layer, by its descriptor.
   *
   * @param diffId digest of its archive, from the config or an annotation, or null
   * @param what kind of thing it is, for messages
   */
  void add(JsonNode layer, @Nullable String diffId, String what) {
    String digest = JsonDocument.cut(layer.path("digest"));
    String type = JsonDocument.text(layer, "mediaType");
    if (!Digests.isDigest(digest)) {
      rejections.add(digest, Digests.fault(digest, what));
    } else if (layer.has("size") && !JsonDocument.hasSize(layer)) {
      String size = JsonDocument.cut(layer.path("size").toString());
      reject(digest, RejectReason.CORRUPT, what + " has no valid size: " + size);
    } else if (ArtifactKinds.layerFormat(layer) != null) {
      String format = ArtifactKinds.layerFormat(layer);
      reject(
          digest,
          RejectReason.UNSUPPORTED,
          "of an image of a format that is not read: " + format + ", media type " + type);
    } else if (type != null && type.contains("+encrypted")) {
      reject(digest, RejectReason.ENCRYPTED, "its media type is " + type);
    } else {
      BlobPlace place = places.find(digest).orElse(null);
      Long size = JsonDocument.size(layer);
      if (place == null) {
        reject(
            digest,
            RejectReason.ABSENT,
            ArtifactKinds.isForeign(type)
                ? ArtifactKinds.FOREIGN
                : "a manifest lists it, the archive does not contain it");
      } else {
        findings.accept(
            new Finding.LayerPlace(
                digest, LayerBlob.DigestOf.BLOB, place, size == null ? -1 : size, diffId, type));
      }
    }
  }

  private void reject(String digest, RejectReason reason, String message) {
    rejections.add(digest, new MalformedBlobException(reason, message));
  }
}
