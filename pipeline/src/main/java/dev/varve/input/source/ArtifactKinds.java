package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes layers from the other blobs that manifests list, by media type (OCI image
 * specification, media-types.md; the public conventions of in-toto, cosign, Helm, Wasm and models).
 */
final class ArtifactKinds {
  /** A manifest that is an artifact of no known kind. */
  static final String OTHER = "ARTIFACT";

  static final String ATTESTATION = "ATTESTATION";

  /** The kind of a build cache, which a builder keeps for its next builds. */
  static final String CACHE = "CACHE";

  /** Why a foreign layer is absent. */
  static final String FOREIGN = "a foreign layer, which its manifest says is stored elsewhere";

  private static final List<Map.Entry<String, String>> WORDS =
      List.of(
          Map.entry("in-toto", ATTESTATION),
          Map.entry("dsse", ATTESTATION),
          Map.entry("simplesigning", "SIGNATURE"),
          Map.entry("notary.signature", "SIGNATURE"),
          Map.entry("sigstore", "SIGNATURE"),
          Map.entry("cosign", "SIGNATURE"),
          Map.entry("verity", "SIGNATURE"),
          Map.entry("spdx", "SBOM"),
          Map.entry("cyclonedx", "SBOM"),
          Map.entry("syft", "SBOM"),
          Map.entry("helm", "HELM"),
          Map.entry("wasm", "WASM"),
          Map.entry("sylabs.sif", "SIF"),
          Map.entry("ollama", "MODEL"),
          Map.entry("docker.ai", "MODEL"),
          Map.entry("cncf.model", "MODEL"),
          Map.entry("modelpack", "MODEL"),
          Map.entry("kitops", "MODEL"));

  /**
   * Formats of layers that are no tars of files, by words of their media types, and of the
   * annotations of snapshotters: nydus, EROFS (containerd), squashfs (stacker), OverlayBD,
   * puzzlefs.
   */
  private static final List<String> FORMATS =
      List.of("NYDUS", "EROFS", "SQUASHFS", "OVERLAYBD", "PUZZLEFS");

  private static final List<String> OLD_CONFIGS =
      List.of("application/octet-stream", "application/json", "text/html", "text/plain");

  private static final List<String> MANIFESTS =
      List.of(
          "application/vnd.oci.image.manifest.v1+json",
          "application/vnd.oci.image.index.v1+json",
          "application/vnd.docker.distribution.manifest.v2+json",
          "application/vnd.docker.distribution.manifest.list.v2+json");

  private ArtifactKinds() {}

  /**
   * The format of a layer that is no tar of files; null for any other descriptor. The layers of
   * such an image are not read.
   */
  static @Nullable String layerFormat(JsonNode descriptor) {
    String mediaType = JsonDocument.text(descriptor, "mediaType");
    String type = mediaType == null ? "" : mediaType.toLowerCase(Locale.ROOT);
    for (String format : FORMATS) {
      String word = format.toLowerCase(Locale.ROOT);
      if (type.contains(word) && !type.contains("sig")) {
        return format;
      }
      for (Map.Entry<String, JsonNode> note : descriptor.path("annotations").properties()) {
        if (note.getKey().startsWith("containerd.io/snapshot/" + word)) {
          return format;
        }
      }
    }
    return null;
  }

  /** Whether a descriptor in an image's list of layers is a layer: a tar of some compression. */
  static boolean isLayer(@Nullable String mediaType) {
    if (mediaType == null || mediaType.isEmpty() || mediaType.equals("application/octet-stream")) {
      return true;
    }
    String type = mediaType.toLowerCase(Locale.ROOT);
    return type.startsWith("application/vnd.oci.image.layer.")
        || type.startsWith("application/vnd.docker.image.rootfs.")
        || type.startsWith("application/vnd.docker.container.image.rootfs.")
        || type.equals("application/x-tar")
        || type.equals("application/tar")
        || type.equals("application/tar+gzip")
        || type.equals("application/x-gzip")
        || type.equals("application/gzip")
        || type.equals("application/zstd");
  }

  /** Whether a layer's type says that registries need not contain it, such as bases of Windows. */
  static boolean isForeign(@Nullable String mediaType) {
    return mediaType != null
        && (mediaType.contains("foreign") || mediaType.contains("nondistributable"));
  }

  /** Whether a config's type is that of an image; a missing type counts as one. */
  static boolean isImageConfig(@Nullable String mediaType) {
    return mediaType == null
        || mediaType.isEmpty()
        || mediaType.equals("application/vnd.docker.container.image.v1+json")
        || mediaType.equals("application/vnd.oci.image.config.v1+json");
  }

  /**
   * Whether old Docker releases used this config type for images and for other artifacts. The types
   * of the layers then decide.
   */
  static boolean isOldConfig(@Nullable String mediaType) {
    return mediaType != null && OLD_CONFIGS.contains(mediaType);
  }

  /** Whether a type says that something is a layer of an image, and nothing else. */
  static boolean isNamedLayer(@Nullable String mediaType) {
    return mediaType != null
        && (mediaType.startsWith("application/vnd.oci.image.layer.")
            || mediaType.startsWith("application/vnd.docker."));
  }

  /** Whether a type is that of a manifest of an image, or of an index. */
  static boolean isManifest(@Nullable String mediaType) {
    return mediaType != null && MANIFESTS.contains(mediaType);
  }

  /** The kind named by the first media type that is known. */
  static String of(List<String> mediaTypes) {
    for (String mediaType : mediaTypes) {
      String type = mediaType.toLowerCase(Locale.ROOT);
      for (Map.Entry<String, String> word : WORDS) {
        if (type.contains(word.getKey())) {
          return word.getValue();
        }
      }
    }
    return OTHER;
  }
}
