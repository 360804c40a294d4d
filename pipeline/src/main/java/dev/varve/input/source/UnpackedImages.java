package dev.varve.input.source;

import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads images whose layers a store has unpacked and whose compressed blobs it did not keep. As in
 * {@link SavedImages}, an image is identified by the digest of its config, and a layer by its
 * diffID.
 */
final class UnpackedImages {
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,128}");

  /** Folders of layers by the drivers overlay, vfs, btrfs and aufs. */
  private static final List<String> FOLDERS =
      List.of("/%s/diff", "/dir/%s", "/subvolumes/%s", "/diff/%s");

  private final ByteStore store;
  private final String root;
  private final Consumer<Finding> findings;
  private final ConfigReader configs;

  /** Bytes of archives by the locations of their tar-splits; many images have the same layers. */
  private final Map<String, Long> archiveBytes = new HashMap<>();

  /** Adds to {@code findings} what the store at a root has. */
  UnpackedImages(ByteStore store, String root, Consumer<Finding> findings) {
    this.store = store;
    this.root = root;
    this.findings = findings;
    this.configs = new ConfigReader(store);
  }

  /** The layers of an image in a store. */
  interface Layers {
    /** The store's names of the layers with these diffIDs, base first. */
    List<String> chain(List<String> diffIds) throws IOException;

    /** The location of an {@link UnpackedLayer}. */
    String location(String layer) throws IOException;
  }

  /** The folder of a layer that was unpacked. */
  String folder(String driverRoot, String id) throws IOException {
    for (String form : FOLDERS) {
      String folder = driverRoot + form.formatted(requireName(id));
      if (store.find(folder).isPresent()) {
        return folder;
      }
    }
    throw new MalformedBlobException(
        RejectReason.ABSENT, "the store has no folder of layer " + id + " below " + driverRoot);
  }

  /** Checks a name that the store gives, before it becomes a part of a path. */
  static String requireName(String id) throws MalformedBlobException {
    if (!ID.matcher(id).matches()) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "the store has an invalid name: " + JsonDocument.cut(id));
    }
    return id;
  }

  /** A document of the store; null, and a rejection, where it cannot be read. */
  @Nullable JsonDocument document(String location) throws IOException {
    try {
      return JsonDocument.read(store, BlobPlace.whole(location), null);
    } catch (MalformedBlobException e) {
      new Rejections(location, findings).add(null, e);
      findings.accept(new Finding.Unlisted(root, null));
      return null;
    }
  }

  /** Adds an image by its config, or rejects it. */
  void add(String digest, BlobPlace place, Set<String> names, Layers layers) throws IOException {
    try {
      JsonDocument document = configs.read(place, digest);
      ImageConfig config = ImageConfig.of(document.root());
      ImageLimits.requireLayers(config.diffIds().size());
      for (String diffId : config.diffIds()) {
        if (!Digests.isDigest(diffId)) {
          throw Digests.fault(diffId, "a layer in its list of diffIDs");
        }
      }
      add(document, config, layers);
      for (ImageName name : NodeNames.parsed(names, ImageName::parse)) {
        findings.accept(Finding.ImageTag.of(name, root, digest));
        findings.accept(Finding.RepositoryManifest.of(name, root, digest));
      }
    } catch (MalformedBlobException e) {
      new Rejections(root, findings).add(digest, e);
    }
  }

  private void add(JsonDocument document, ImageConfig config, Layers layers) throws IOException {
    String image = document.digest();
    findings.accept(new Finding.Manifest(image, "IMAGE", null, document.bytes(), null));
    List<String> chain = chain(config.diffIds(), layers);
    long sum = 0;
    for (int depth = 0; depth < config.diffIds().size(); depth++) {
      String diffId = config.diffIds().get(depth);
      Long bytes = chain.isEmpty() ? null : layer(image, diffId, chain.get(depth), layers);
      String step = config.createdBy(depth, config.diffIds().size());
      findings.accept(new Finding.ImageLayer(image, depth, diffId, step, null, bytes, diffId));
      sum += bytes == null ? 0 : bytes;
    }
    findings.accept(Finding.Image.of(image, config, config.diffIds().size(), sum, image));
  }

  /**
   * The chain of layers of an image. If the store lacks it, all its layers are rejected and the
   * chain is empty.
   */
  private List<String> chain(List<String> diffIds, Layers layers) throws IOException {
    try {
      return layers.chain(diffIds);
    } catch (MalformedBlobException e) {
      diffIds.forEach(diffId -> new Rejections(root, findings).add(diffId, e));
      return List.of();
    }
  }

  /**
   * Adds the place of a layer. Returns the length of its archive, or null when it cannot be read.
   */
  private @Nullable Long layer(String image, String diffId, String layer, Layers layers)
      throws IOException {
    try {
      String location = layers.location(layer);
      Long bytes = archiveBytes.get(location);
      if (bytes == null) {
        bytes = TarSplit.archiveBytes(store, UnpackedLayer.splitLocation(location));
        archiveBytes.put(location, bytes);
      }
      BlobPlace place = new BlobPlace(location, 0, bytes);
      findings.accept(new Finding.ManifestReference(image, diffId, "BLOB", bytes));
      findings.accept(
          new Finding.LayerPlace(diffId, LayerBlob.DigestOf.ARCHIVE, place, bytes, diffId, null));
      return bytes;
    } catch (MalformedBlobException e) {
      new Rejections(root, findings).add(diffId, e);
      return null;
    }
  }
}
