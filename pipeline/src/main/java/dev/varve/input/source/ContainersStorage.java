package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A store of containers/storage, which podman, CRI-O and buildah use. {@code DRIVER-images}
 * contains a list of images and their configs. {@code DRIVER-layers} contains a list of layers and
 * the {@link TarSplit} of each. {@code DRIVER} contains the folders of the layers.
 *
 * @see <a href="https://github.com/containers/storage/blob/main/layers.go">containers/storage,
 *     layers.go</a>
 */
final class ContainersStorage {
  private static final String IMAGES = "-images";
  private static final String LAYERS = "-layers";

  private final ByteStore store;
  private final String root;
  private final String driver;
  private final Consumer<Finding> findings;
  private final UnpackedImages images;

  /** By layer, the layer below it; empty for a base layer. */
  private final Map<String, String> parents = new HashMap<>();

  private ContainersStorage(ByteStore store, String root, String driver, Consumer<Finding> all) {
    this.store = store;
    this.root = root;
    this.driver = driver;
    this.findings = all;
    this.images = new UnpackedImages(store, root, all);
  }

  /** The drivers with images in a folder of these names. */
  static List<SourceUnit> units(String folder, Set<String> names) {
    return names.stream()
        .filter(name -> name.endsWith(IMAGES))
        .map(name -> name.substring(0, name.length() - IMAGES.length()))
        .filter(driver -> names.contains(driver) && names.contains(driver + LAYERS))
        .sorted()
        .map(driver -> new SourceUnit(SourceUnit.Form.CONTAINERS_STORE, folder, driver))
        .toList();
  }

  /** Passes on the findings of all images of a driver. */
  static void read(ByteStore store, String root, String driver, Consumer<Finding> findings)
      throws IOException {
    new ContainersStorage(store, root, driver, findings).read();
  }

  private void read() throws IOException {
    JsonDocument listed = images.document(root + "/" + driver + IMAGES + "/images.json");
    JsonDocument layers = images.document(root + "/" + driver + LAYERS + "/layers.json");
    if (listed == null || layers == null) {
      return;
    }
    for (JsonNode layer : layers.root()) {
      parents.put(JsonDocument.cut(layer.path("id")), JsonDocument.cut(layer.path("parent")));
    }
    for (JsonNode image : listed.root()) {
      String id = JsonDocument.cut(image.path("id"));
      String digest = "sha256:" + id;
      if (Digests.isDigest(digest)) {
        // The store encodes the name of a file in base64, behind "=", if it has characters
        // outside of [A-Za-z0-9_], as a digest has.
        String name =
            "=" + Base64.getEncoder().encodeToString(digest.getBytes(StandardCharsets.US_ASCII));
        String config = root + "/" + driver + IMAGES + "/" + id + "/" + name;
        String top = JsonDocument.cut(image.path("layer"));
        images.add(
            digest,
            BlobPlace.whole(config),
            NodeNames.of(image.path("names")),
            new UnpackedImages.Layers() {
              @Override
              public List<String> chain(List<String> diffIds) throws IOException {
                return ContainersStorage.this.chain(top, diffIds.size());
              }

              @Override
              public String location(String layer) throws IOException {
                return ContainersStorage.this.location(layer);
              }
            });
      }
    }
    reportLeftovers(layers.root(), listed.root());
  }

  /**
   * Reports the layers that belong to neither an image nor a container, as an interrupted pull
   * leaves them.
   */
  private void reportLeftovers(JsonNode layers, JsonNode listed) throws IOException {
    Set<String> used = new HashSet<>();
    for (JsonNode image : listed) {
      markUsed(JsonDocument.cut(image.path("layer")), used);
      image.path("mapped-layers").forEach(top -> markUsed(JsonDocument.cut(top), used));
    }
    String containers = root + "/" + driver + "-containers/containers.json";
    JsonDocument running = store.find(containers).isEmpty() ? null : images.document(containers);
    if (running != null) {
      running
          .root()
          .forEach(container -> markUsed(JsonDocument.cut(container.path("layer")), used));
    }
    long count = 0;
    long bytes = 0;
    for (JsonNode layer : layers) {
      if (!used.contains(JsonDocument.cut(layer.path("id")))) {
        count++;
        bytes += Math.max(0, layer.path("diff-size").asLong());
      }
    }
    if (count > 0) {
      findings.accept(new Finding.Leftover(Finding.Leftover.Kind.LAYER, count, bytes));
    }
  }

  /** Adds a layer and those below it. */
  private void markUsed(String top, Set<String> used) {
    String layer = top;
    while (!layer.isEmpty() && used.add(layer)) {
      layer = parents.getOrDefault(layer, "");
    }
  }

  private String location(String layer) throws IOException {
    String split = root + "/" + driver + LAYERS + "/" + UnpackedImages.requireName(layer);
    return UnpackedLayer.location(
        split + ".tar-split.gz", images.folder(root + "/" + driver, layer));
  }

  /** The layers of an image, its base first. */
  private List<String> chain(String top, int layers) throws MalformedBlobException {
    List<String> chain = new ArrayList<>();
    for (String layer = top; !layer.isEmpty() && chain.size() <= layers; ) {
      chain.add(layer);
      String below = parents.get(layer);
      if (below == null) {
        throw new MalformedBlobException(
            RejectReason.ABSENT, "layers.json does not list layer " + layer);
      }
      layer = below;
    }
    if (chain.size() != layers) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          "the store has not " + layers + " layers up to " + top + ", as the config says");
    }
    Collections.reverse(chain);
    return chain;
  }
}
