package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code manifest.json} of {@code docker save} (Docker image specification v1.2). The file has
 * no manifest digests, so an image is identified by the digest of its config. A layer whose file is
 * not named by its digest is identified by its diffID.
 */
final class SavedImages {
  private final String root;
  private final TarArchive archive;
  private final List<Finding> findings = new ArrayList<>();

  private final ConfigReader configs;
  private final Map<String, String> imagesByConfig;
  private final Map<String, JsonNode> layersOf = new HashMap<>();

  private SavedImages(ByteStore store, String root, TarArchive archive, Map<String, String> known) {
    this.root = root;
    this.archive = archive;
    this.configs = new ConfigReader(store);
    this.imagesByConfig = new HashMap<>(known);
  }

  /**
   * @param known images that are read already, by the digest of their config
   */
  static List<Finding> read(
      ByteStore store,
      String root,
      BlobPlace manifest,
      TarArchive archive,
      Map<String, String> known)
      throws IOException {
    SavedImages saved = new SavedImages(store, root, archive, known);
    JsonNode images = JsonDocument.read(store, manifest, null).root();
    if (!images.isArray()) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "manifest.json is not a list of images");
    }
    for (JsonNode image : images) {
      try {
        saved.image(image);
      } catch (MalformedBlobException e) {
        saved.findings.add(
            new Finding.Rejected(root, null, e.reason(), e.offset(), e.explanation()));
      }
    }
    return saved.findings;
  }

  private void image(JsonNode image) throws IOException {
    String configName = JsonDocument.cut(image.path("Config"));
    BlobPlace place = archive.file(configName);
    if (place == null) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, "the archive does not contain the config " + configName);
    }
    JsonDocument document = configs.read(place, statedDigest(configName));
    JsonNode files = JsonDocument.list(image.path("Layers"), "Layers");
    String listed = imagesByConfig.get(document.digest());
    if (listed != null) {
      if (!files.equals(layersOf.getOrDefault(document.digest(), files))) {
        throw new MalformedBlobException(
            RejectReason.CORRUPT,
            "config "
                + configName
                + " is listed twice, with other layers: "
                + JsonDocument.cut(image.path("RepoTags").path(0)));
      }
      tags(image, listed);
      return;
    }
    ImageConfig config = ImageConfig.of(document.root());
    List<String> layers = new ArrayList<>();
    files.forEach(layer -> layers.add(JsonDocument.cut(layer)));
    if (config.diffIds().size() != layers.size()) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          "config %s has %d diffIDs for %d layers"
              .formatted(configName, config.diffIds().size(), layers.size()));
    }
    for (String diffId : config.diffIds()) {
      if (!Digests.isDigest(diffId)) {
        throw Digests.fault(diffId, "a diffID of config " + configName);
      }
    }
    ImageLimits.requireLayers(layers.size());
    imagesByConfig.put(document.digest(), document.digest());
    layersOf.put(document.digest(), files);
    findings.add(new Finding.Manifest(document.digest(), "IMAGE", null, document.bytes(), null));
    long bytes = 0;
    for (int depth = 0; depth < layers.size(); depth++) {
      bytes += layer(document.digest(), depth, layers, config);
    }
    findings.add(
        Finding.Image.of(document.digest(), config, layers.size(), bytes, document.digest()));
    if (!tags(image, document.digest())) {
      findings.add(Finding.ImageTag.of(ImageName.UNKNOWN, root, document.digest()));
      findings.add(Finding.RepositoryManifest.of(ImageName.UNKNOWN, root, document.digest()));
    }
  }

  private boolean tags(JsonNode image, String digest) {
    boolean tagged = false;
    for (JsonNode tag : image.path("RepoTags")) {
      ImageName name;
      try {
        name = ImageName.parse(JsonDocument.reference(tag));
      } catch (MalformedBlobException e) {
        findings.add(
            new Finding.Rejected(
                root, null, e.reason(), e.offset(), digest + ": " + e.explanation()));
        continue;
      }
      findings.add(Finding.ImageTag.of(name, root, digest));
      findings.add(Finding.RepositoryManifest.of(name, root, digest));
      tagged = true;
    }
    return tagged;
  }

  private long layer(String image, int depth, List<String> layers, ImageConfig config) {
    String file = layers.get(depth);
    String diffId = config.diffIds().get(depth);
    String stated = file.startsWith("blobs/") ? statedDigest(file) : null;
    String digest = stated == null ? diffId : stated;
    LayerBlob.DigestOf digestOf =
        stated == null ? LayerBlob.DigestOf.ARCHIVE : LayerBlob.DigestOf.BLOB;
    BlobPlace place = archive.file(file);
    Long bytes = place == null ? null : place.bytes();
    findings.add(
        new Finding.ImageLayer(
            image, depth, digest, config.createdBy(depth, layers.size()), null, bytes, diffId));
    if (place == null) {
      findings.add(
          new Finding.Rejected(
              root, digest, RejectReason.ABSENT, -1, "the archive does not contain " + file));
      return 0;
    }
    findings.add(new Finding.ManifestReference(image, digest, "BLOB", place.bytes()));
    findings.add(new Finding.LayerPlace(digest, digestOf, place, place.bytes(), diffId, null));
    return place.bytes();
  }

  /**
   * The digest that a file name carries, as {@code blobs/sha256/HEX} or {@code HEX.json}, or null.
   */
  private static @Nullable String statedDigest(String file) {
    String[] parts = file.replaceFirst("\\.json$", "").split("/");
    boolean isBlob = parts.length == 3 && parts[0].equals("blobs");
    String digest = (isBlob ? parts[1] : "sha256") + ":" + parts[parts.length - 1];
    return Digests.isDigest(digest) ? digest : null;
  }
}
