package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Caches that BuildKit exports, in both forms: an index that lists layers, and the cache's config
 * among them; or, with {@code image-manifest=true}, a manifest with that config. Their layers are
 * read as those of images are; a cache is no image.
 *
 * @see <a href="https://github.com/moby/buildkit/blob/master/cache/remotecache/v1/doc.go">BuildKit,
 *     cache/remotecache/v1/doc.go</a>
 */
record BuildCaches(ArtifactFindings artifacts, LayerFindings layers) {
  private static final String CONFIG = "application/vnd.buildkit.cacheconfig.v0";

  /** The digest of the archive inside of a layer, where the descriptor has it. */
  private static final String DIFF_ID = "containerd.io/uncompressed";

  /** Whether a manifest or an index is a cache. */
  static boolean isCache(JsonNode root) {
    if (isConfig(root.path("config"))) {
      return true;
    }
    for (JsonNode child : root.path("manifests")) {
      if (isConfig(child)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The kind of a blob that an index lists: a cache lists layers, and maybe images alongside them.
   */
  static String kind(boolean ofCache, JsonNode blob) {
    boolean isBlob = ofCache && !ArtifactKinds.isManifest(JsonDocument.text(blob, "mediaType"));
    return isConfig(blob) ? "CONFIG" : isBlob ? "BLOB" : "MANIFEST";
  }

  /** Whether a descriptor is that of a cache's config. */
  static boolean isConfig(JsonNode descriptor) {
    return CONFIG.equals(JsonDocument.text(descriptor, "mediaType"));
  }

  /**
   * Adds a cache with all its layers; a layer that it lists twice is added once.
   *
   * @return the manifests that the cache lists alongside its layers
   */
  List<IndexEntry> add(JsonDocument document) {
    artifacts.add(document, ArtifactKinds.CACHE, CONFIG);
    Set<String> seen = new HashSet<>();
    List<IndexEntry> manifests = new ArrayList<>();
    for (String list : new String[] {"layers", "manifests"}) {
      for (JsonNode blob : document.root().path(list)) {
        String digest = JsonDocument.cut(blob.path("digest"));
        if (isConfig(blob) || !seen.add(digest)) {
          continue;
        }
        if (list.equals("manifests") && kind(true, blob).equals("MANIFEST")) {
          manifests.add(IndexEntry.of(blob));
        } else {
          artifacts.add(document, ArtifactKinds.CACHE, blob);
          if (ArtifactKinds.isLayer(JsonDocument.text(blob, "mediaType"))) {
            String what = "layer " + digest + " of the cache " + document.digest();
            layers.add(blob, diffId(blob), what);
          }
        }
      }
    }
    return manifests;
  }

  private static @Nullable String diffId(JsonNode layer) {
    String diffId = JsonDocument.text(layer.path("annotations"), DIFF_ID);
    return diffId != null && Digests.isDigest(diffId) ? diffId : null;
  }
}
