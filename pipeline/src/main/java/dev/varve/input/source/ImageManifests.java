package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the manifests of images with their configs, and adds what they state about the image and
 * its layers to the findings.
 */
final class ImageManifests {
  private final BlobPlaces places;
  private final Consumer<Finding> findings;
  private final ArtifactFindings artifacts;
  private final LayerFindings layers;
  private final Rejections rejections;
  private final ConfigReader configs;

  /** The images that were read, with their platforms as their configs state them. */
  private final Map<String, StatedImage> images = new HashMap<>();

  private record StatedImage(Finding.Image image, Platform platform) {}

  /** Adds to {@code findings}. */
  ImageManifests(
      ByteStore store, BlobPlaces places, Consumer<Finding> findings, Rejections rejections) {
    this.places = places;
    this.findings = findings;
    this.artifacts = new ArtifactFindings(findings);
    this.layers = new LayerFindings(places, findings, rejections);
    this.rejections = rejections;
    this.configs = new ConfigReader(store);
  }

  /**
   * Reads a manifest of the image form. Returns whether it is an image; artifacts use the same
   * form.
   */
  boolean add(JsonDocument document, boolean attestation) throws IOException {
    JsonNode root = document.root();
    new TartPieces(places, findings).add(document);
    List<JsonNode> layers = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    for (JsonNode descriptor : root.path("layers")) {
      String type = JsonDocument.text(descriptor, "mediaType");
      boolean isLayer =
          ArtifactKinds.isLayer(type) || ArtifactKinds.layerFormat(descriptor) != null;
      (isLayer ? layers : others).add(descriptor);
    }
    String configType = JsonDocument.text(root.path("config"), "mediaType");
    boolean isArtifact = layers.isEmpty() && !others.isEmpty();
    boolean isOldImage =
        ArtifactKinds.isOldConfig(configType)
            && others.isEmpty()
            && layers.stream()
                .allMatch(
                    layer -> ArtifactKinds.isNamedLayer(JsonDocument.text(layer, "mediaType")));
    if (attestation || isArtifact || !(isOldImage || ArtifactKinds.isImageConfig(configType))) {
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
    String format =
        layers.stream()
            .map(ArtifactKinds::layerFormat)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    Finding.Image image =
        Finding.Image.of(document.digest(), config, layers.size(), bytes, configDigest)
            .withFormat(format);
    images.put(document.digest(), new StatedImage(image, config.platform()));
    findings.accept(image);
    return true;
  }

  /** Passes on an image again if an index states more about its platform than its config does. */
  void statePlatform(String digest, Platform index) {
    StatedImage stated = images.get(digest);
    if (stated != null) {
      Platform both = stated.platform.orElse(index);
      if (!both.equals(stated.platform)) {
        findings.accept(stated.image.withPlatform(both));
      }
    }
  }

  private void layer(
      String image, int depth, JsonNode layer, @Nullable String diffId, @Nullable String step) {
    String digest = JsonDocument.cut(layer.path("digest"));
    String type = JsonDocument.text(layer, "mediaType");
    Long size = JsonDocument.size(layer);
    findings.accept(new Finding.ImageLayer(image, depth, digest, step, type, size, diffId));
    layers.add(layer, diffId, "layer " + depth + " of " + image);
  }

  private ImageConfig config(@Nullable String digest, String image) throws IOException {
    try {
      if (digest == null || !Digests.isDigest(digest)) {
        throw Digests.fault(String.valueOf(digest), "the config of image " + image);
      }
      return ImageConfig.of(configs.read(places.require(digest), digest).root());
    } catch (MalformedBlobException e) {
      rejections.add(digest, e);
      return ImageConfig.unknown();
    }
  }

  /** One diffID for each layer, or an empty list when the config does not match its manifest. */
  private List<String> diffIds(ImageConfig config, int layers, @Nullable String configDigest) {
    List<String> diffIds = config.diffIds();
    if (!diffIds.isEmpty() && diffIds.size() != layers) {
      String message = "its " + diffIds.size() + " diffIDs do not fit the " + layers + " layers";
      rejections.add(configDigest, new MalformedBlobException(RejectReason.CORRUPT, message));
      return List.of();
    }
    for (String diffId : diffIds) {
      if (!Digests.isDigest(diffId)) {
        rejections.add(configDigest, Digests.fault(diffId, "a layer in its list of diffIDs"));
        return List.of();
      }
    }
    return diffIds;
  }
}
