package dev.varve.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.codec.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows manifests from tags to layers: indexes of any depth, OCI and Docker images, and other
 * artifacts. Each manifest is read once, however many tags and indexes lead to it.
 */
final class ManifestReader {
  private static final int DEEPEST_INDEX = 8;

  private final ByteStore store;
  private final BlobPlaces places;
  private final String source;
  private final List<Finding> findings;
  private final ArtifactFindings artifacts;
  private final Map<String, Set<String>> imagesBelow = new HashMap<>();

  /**
   * Depths at which indexes were read that reach too deep: nearer to the top they reach further.
   */
  private final Map<String, Integer> cutAt = new HashMap<>();

  private final ConfigReader configs;
  private long listed;

  /** Adds to {@code findings}; {@code source} names the input in rejections. */
  ManifestReader(ByteStore store, BlobPlaces places, String source, List<Finding> findings) {
    this.store = store;
    this.places = places;
    this.source = source;
    this.findings = findings;
    this.artifacts = new ArtifactFindings(findings);
    this.configs = new ConfigReader(store);
  }

  /**
   * The digests of the images that a manifest or index leads to; none when it is unusable, or when
   * too many were listed before.
   */
  Set<String> images(String digest) throws IOException {
    Set<String> images = images(digest, false, 0);
    try {
      list(images);
      return images;
    } catch (MalformedBlobException e) {
      reject(digest, e);
      return Set.of();
    }
  }

  private void list(Set<String> images) throws MalformedBlobException {
    ImageLimits.requireListedImages(listed + images.size());
    listed += images.size();
  }

  private Set<String> images(String digest, boolean attestation, int depth) throws IOException {
    Set<String> known = imagesBelow.get(digest);
    if (known != null && depth >= cutAt.getOrDefault(digest, 0)) {
      return known;
    }
    Set<String> images = new LinkedHashSet<>();
    imagesBelow.put(digest, images);
    cutAt.remove(digest);
    try {
      List<IndexEntry> children = read(digest, attestation, images);
      if (children != null && depth >= DEEPEST_INDEX) {
        cutAt.put(digest, depth);
        throw new MalformedBlobException(
            RejectReason.LIMIT, -1, "indexes nested deeper than " + DEEPEST_INDEX);
      }
      for (IndexEntry child : children == null ? List.<IndexEntry>of() : children) {
        Set<String> below = images(child.digest(), child.attests(), depth + 1);
        list(below);
        images.addAll(below);
        if (cutAt.containsKey(child.digest())) {
          cutAt.put(digest, depth);
        }
      }
    } catch (MalformedBlobException e) {
      reject(digest, e);
    }
    return images;
  }

  /** Reads a manifest, which adds itself when it is an image; of an index what it lists. */
  private @Nullable List<IndexEntry> read(String digest, boolean attestation, Set<String> images)
      throws IOException {
    if (!Digests.isDigest(digest)) {
      throw new MalformedBlobException(RejectReason.CORRUPT, -1, "a name that is no digest");
    }
    JsonDocument document = JsonDocument.read(store, place(digest), digest);
    JsonNode root = document.root();
    new ManifestFacts(findings).add(document);
    if (root.has("manifests")) {
      return IndexEntry.all(root);
    } else if (root.has("layers")) {
      if (image(document, attestation)) {
        images.add(digest);
      }
    } else if (root.has("fsLayers")) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, -1, "a manifest of schema 1; push the image again");
    } else if (root.has("artifactType") || root.has("blobs")) {
      artifacts.add(document, root.path("blobs"), attestation);
    } else {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, -1, "neither an index nor a manifest");
    }
    return null;
  }

  /** Reads an image manifest; returns false when it is not an image. */
  private boolean image(JsonDocument document, boolean attestation) throws IOException {
    JsonNode root = document.root();
    List<JsonNode> layers = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    for (JsonNode descriptor : root.path("layers")) {
      String type = JsonDocument.text(descriptor, "mediaType");
      (ArtifactKinds.isLayer(type) ? layers : others).add(descriptor);
    }
    String configType = JsonDocument.text(root.path("config"), "mediaType");
    boolean foreign = layers.isEmpty() && !others.isEmpty();
    boolean old =
        ArtifactKinds.isOldConfig(configType)
            && others.isEmpty()
            && layers.stream()
                .allMatch(
                    layer -> ArtifactKinds.isNamedLayer(JsonDocument.text(layer, "mediaType")));
    if (attestation || foreign || !(old || ArtifactKinds.isImageConfig(configType))) {
      artifacts.add(document, root.path("layers"), attestation);
      return false;
    }
    ImageLimits.requireLayers(layers.size());
    for (JsonNode other : others) {
      artifacts.addBlob(document.digest(), other);
    }
    String configDigest = JsonDocument.text(root.path("config"), "digest");
    ImageConfig config = config(configDigest, document.digest());
    List<String> diffIds = diffIds(config, layers.size(), configDigest);
    long bytes = 0;
    for (int depth = 0; depth < layers.size(); depth++) {
      JsonNode layer = layers.get(depth);
      Long size = JsonDocument.size(layer);
      bytes += size == null ? 0 : size;
      layer(
          document.digest(),
          depth,
          layer,
          diffIds.isEmpty() ? null : diffIds.get(depth),
          config.createdBy(depth, layers.size()));
    }
    findings.add(
        new Finding.Image(
            document.digest(),
            config.os(),
            config.architecture(),
            config.createdAtMicros(),
            layers.size(),
            bytes,
            configDigest));
    return true;
  }

  private void layer(
      String image, int depth, JsonNode layer, @Nullable String diffId, @Nullable String step) {
    String digest = layer.path("digest").asText();
    String type = JsonDocument.text(layer, "mediaType");
    Long size = JsonDocument.size(layer);
    findings.add(new Finding.ImageLayer(image, depth, digest, step, type, size, diffId));
    if (!Digests.isDigest(digest)) {
      reject(
          digest,
          new MalformedBlobException(
              RejectReason.CORRUPT,
              -1,
              "layer " + depth + " of " + image + " has no valid digest"));
    } else if (layer.has("size") && !JsonDocument.hasSize(layer)) {
      String message = "layer " + depth + " of " + image + " has no valid size: ";
      reject(
          digest,
          new MalformedBlobException(RejectReason.CORRUPT, -1, message + layer.path("size")));
    } else if (type != null && type.contains("+encrypted")) {
      reject(
          digest,
          new MalformedBlobException(RejectReason.ENCRYPTED, -1, "its media type is " + type));
    } else {
      BlobPlace place = places.of(digest).orElse(null);
      if (place == null) {
        reject(
            digest,
            new MalformedBlobException(
                RejectReason.ABSENT, -1, "a manifest lists it, the archive does not hold it"));
      } else {
        findings.add(
            new Finding.LayerPlace(
                digest, LayerBlob.DigestOf.BLOB, place, size == null ? -1 : size, diffId, type));
      }
    }
  }

  private ImageConfig config(@Nullable String digest, String image) throws IOException {
    try {
      if (digest == null || !Digests.isDigest(digest)) {
        throw new MalformedBlobException(
            RejectReason.CORRUPT, -1, "image " + image + " names no valid config");
      }
      return ImageConfig.of(configs.read(place(digest), digest).root());
    } catch (MalformedBlobException e) {
      reject(digest, e);
      return ImageConfig.unknown();
    }
  }

  /** One diffID for each layer, or an empty list when the config does not match its manifest. */
  private List<String> diffIds(ImageConfig config, int layers, @Nullable String configDigest) {
    List<String> diffIds = config.diffIds();
    boolean fits = diffIds.size() == layers && diffIds.stream().allMatch(Digests::isDigest);
    if (!fits && !diffIds.isEmpty()) {
      String message = "its " + diffIds.size() + " diffIDs do not fit the " + layers + " layers";
      reject(configDigest, new MalformedBlobException(RejectReason.CORRUPT, -1, message));
    }
    return fits ? diffIds : List.of();
  }

  private BlobPlace place(String digest) throws MalformedBlobException {
    return places
        .of(digest)
        .orElseThrow(
            () ->
                new MalformedBlobException(
                    RejectReason.ABSENT, -1, "the archive does not hold it"));
  }

  private void reject(@Nullable String digest, MalformedBlobException e) {
    findings.add(new Finding.Rejected(source, digest, e.reason(), e.offset(), e.explanation()));
  }
}
