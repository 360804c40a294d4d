package dev.varve.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An OCI image layout (OCI image specification, image-layout.md), in a folder or in a tar. */
final class OciLayout {
  private OciLayout() {}

  /**
   * @param root URI of the folder or tar
   * @param index place of its {@code index.json}
   * @param places of its blobs
   */
  static List<Finding> read(ByteStore store, String root, BlobPlace index, BlobPlaces places)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    ManifestReader manifests = new ManifestReader(store, places, root, findings);
    JsonNode document;
    try {
      document = JsonDocument.read(store, index, null).root();
    } catch (MalformedBlobException e) {
      return List.of(
          new Finding.Rejected(index.label(), null, e.reason(), e.offset(), e.explanation()));
    }
    if (!document.path("manifests").isArray()) {
      return List.of(
          new Finding.Rejected(
              index.label(), null, RejectReason.CORRUPT, -1, "an index without manifests"));
    }
    for (JsonNode descriptor : document.path("manifests")) {
      ImageName name = name(descriptor.path("annotations"));
      String digest = descriptor.path("digest").asText();
      findings.add(Finding.RepositoryManifest.of(name, root, digest));
      for (String image : manifests.images(digest)) {
        findings.add(Finding.ImageTag.of(name, image));
      }
    }
    return findings;
  }

  private static ImageName name(JsonNode annotations) {
    String full = JsonDocument.text(annotations, "io.containerd.image.name");
    if (full != null) {
      return ImageName.parse(full);
    }
    String reference = JsonDocument.text(annotations, "org.opencontainers.image.ref.name");
    return reference == null ? ImageName.UNKNOWN : ImageName.ofLayout(reference);
  }
}
