package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.LayerBlob;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The pieces of a disk in a manifest of tart, which keeps VMs in registries.
 *
 * @see <a href="https://github.com/cirruslabs/tart">tart</a>
 */
record TartPieces(BlobPlaces places, Consumer<Finding> findings) {
  private static final String TART = "org.cirruslabs.tart.";

  /** Passes on the disk pieces of a manifest, if it is one of tart. */
  void add(JsonDocument document) {
    JsonNode root = document.root();
    Long uploaded =
        ImageConfig.micros(JsonDocument.text(root.path("annotations"), TART + "upload-time"));
    int number = 0;
    for (JsonNode layer : root.path("layers")) {
      String type = JsonDocument.text(layer, "mediaType");
      if (type != null && type.startsWith("application/vnd.cirruslabs.tart.disk.")) {
        String digest = JsonDocument.cut(layer.path("digest"));
        Long bytes = JsonDocument.size(layer);
        JsonNode notes = layer.path("annotations");
        String size = notes.path(TART + "uncompressed-size").asText();
        LayerBlob blob =
            new LayerBlob(
                digest,
                LayerBlob.DigestOf.BLOB,
                bytes == null ? -1 : bytes,
                Stream.of(JsonDocument.cut(notes.path(TART + "uncompressed-content-digest")))
                    .filter(Digests::isDigest)
                    .toList(),
                type);
        List<BlobPlace> found =
            Digests.isDigest(digest) ? places.find(digest).stream().toList() : List.of();
        findings.accept(
            new Finding.DiskPiece(
                document.digest(),
                uploaded,
                number++,
                new LayerCandidate(blob, found),
                size.matches("\\d{1,18}") ? Long.parseLong(size) : -1));
      }
    }
  }
}
