package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.function.Consumer;

/** An OCI image layout (OCI image specification, image-layout.md), in a folder or in a tar. */
final class OciLayout {
  private OciLayout() {}

  /**
   * @param root URI of the folder or tar
   * @param repository repository of images whose names do not state one; empty if unknown
   * @param index place of its {@code index.json}
   * @param places finds the blobs of the layout
   * @param findings takes what is found
   * @return whether its index could be read
   */
  static boolean read(
      ByteStore store,
      String root,
      String repository,
      BlobPlace index,
      BlobPlaces places,
      Consumer<Finding> findings)
      throws IOException {
    ManifestReader manifests = new ManifestReader(store, places, root, findings);
    JsonNode document;
    try {
      document = JsonDocument.read(store, index, null).root();
    } catch (MalformedBlobException e) {
      findings.accept(
          new Finding.Rejected(index.label(), null, e.reason(), e.offset(), e.explanation()));
      findings.accept(new Finding.Unlisted(root, null));
      return false;
    }
    JsonNode listed = document.path("manifests");
    if (!listed.isArray() && !listed.isNull()) {
      findings.accept(
          new Finding.Rejected(
              index.label(), null, RejectReason.CORRUPT, -1, "an index without manifests"));
      findings.accept(new Finding.Unlisted(root, null));
      return false;
    }
    for (JsonNode descriptor : listed) {
      String digest = JsonDocument.cut(descriptor.path("digest"));
      ImageName name = ImageName.UNKNOWN.in(repository);
      try {
        name = name(descriptor.path("annotations")).in(repository);
      } catch (MalformedBlobException e) {
        findings.accept(
            new Finding.Rejected(
                index.label(), null, e.reason(), e.offset(), digest + ": " + e.explanation()));
      }
      findings.accept(Finding.RepositoryManifest.of(name, root, digest));
      manifests.addEmbedded(descriptor);
      Platform platform = Platform.of(descriptor.path("platform"));
      for (String image : manifests.images(digest, platform)) {
        findings.accept(Finding.ImageTag.of(name, root, image));
      }
    }
    return true;
  }

  private static ImageName name(JsonNode annotations) throws MalformedBlobException {
    JsonNode full = annotations.path("io.containerd.image.name");
    if (full.isTextual()) {
      return ImageName.ofContainerd(JsonDocument.reference(full));
    }
    JsonNode name = annotations.path("org.opencontainers.image.ref.name");
    return name.isTextual() ? ImageName.ofLayout(JsonDocument.reference(name)) : ImageName.UNKNOWN;
  }
}
