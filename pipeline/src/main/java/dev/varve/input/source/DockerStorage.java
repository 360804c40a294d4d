package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Docker's own store of images (its data-root, such as {@code /var/lib/docker}). {@code
 * image/DRIVER} contains the configs by their digests, and the names of the images. For each chain
 * of layers it contains the {@link TarSplit} of the topmost layer (headers and order of its
 * archive, without the contents of files) and the name of that layer's folder.
 *
 * @see <a href="https://github.com/moby/moby/blob/master/layer/filestore.go">moby, filestore.go</a>
 * @param root folder {@code image/DRIVER} of the data-root; the unpacked layers are in folder
 *     {@code DRIVER} of the data-root
 * @param images passes on what is found
 */
record DockerStorage(ByteStore store, String root, UnpackedImages images)
    implements UnpackedImages.Layers {
  private static final String CONFIGS = "/imagedb/content/sha256";

  /** Length that the name of a layer's folder, its cache-id, never reaches. */
  private static final int NAME_BYTES = 256;

  /**
   * The drivers with images at a data-root.
   *
   * @param entries names of what the folder contains
   */
  static List<SourceUnit> units(ByteStore store, String folder, Set<String> entries)
      throws IOException {
    List<SourceUnit> units = new ArrayList<>();
    if (entries.contains("image")) {
      for (ByteStore.Item driver : store.list(folder + "/image")) {
        if (driver.folder()
            && entries.contains(driver.name())
            && store.find(driver.location() + CONFIGS).isPresent()) {
          units.add(new SourceUnit(SourceUnit.Form.DOCKER_STORE, driver.location(), ""));
        }
      }
    }
    return units;
  }

  /** Passes on the findings of all images of a driver. */
  static void read(ByteStore store, String root, Consumer<Finding> findings) throws IOException {
    new DockerStorage(store, root, new UnpackedImages(store, root, findings)).read();
  }

  private void read() throws IOException {
    Map<String, Set<String>> names = names();
    for (ByteStore.Item config : store.list(root + CONFIGS)) {
      String digest = "sha256:" + config.name();
      if (Digests.isDigest(digest)) {
        BlobPlace place = BlobPlace.whole(config.location());
        images.add(digest, place, names.getOrDefault(digest, Set.of()), this);
      }
    }
  }

  /** Names of images by the digests of their configs, from {@code repositories.json}. */
  private Map<String, Set<String>> names() throws IOException {
    Map<String, Set<String>> names = new HashMap<>();
    JsonDocument document = images.document(root + "/repositories.json");
    if (document != null) {
      for (JsonNode repository : document.root().path("Repositories")) {
        repository
            .properties()
            .forEach(
                entry ->
                    names
                        .computeIfAbsent(entry.getValue().asText(), id -> new LinkedHashSet<>())
                        .add(entry.getKey()));
      }
    }
    return names;
  }

  /**
   * Computes the chain IDs: the base's is its diffID; any other is the digest of the chain ID below
   * it, a blank and the diffID.
   */
  @Override
  public List<String> chain(List<String> diffIds) {
    List<String> chainIds = new ArrayList<>();
    for (String diffId : diffIds) {
      MessageDigest sum = Digests.named("sha256");
      String below = chainIds.isEmpty() ? "" : chainIds.get(chainIds.size() - 1) + " ";
      sum.update((below + diffId).getBytes(StandardCharsets.US_ASCII));
      chainIds.add(below.isEmpty() ? diffId : Digests.print("sha256", sum));
    }
    return chainIds;
  }

  @Override
  public String location(String chainId) throws IOException {
    String layer = root + "/layerdb/" + chainId.replace(':', '/');
    String driver = root.substring(root.lastIndexOf('/'));
    String data = root.substring(0, root.length() - ("/image" + driver).length());
    return UnpackedLayer.location(
        layer + "/tar-split.json.gz", images.folder(data + driver, text(layer + "/cache-id")));
  }

  private String text(String location) throws IOException {
    try (InputStream in = store.open(location, 0, NAME_BYTES)) {
      return new String(in.readNBytes(NAME_BYTES), StandardCharsets.US_ASCII).strip();
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(RejectReason.ABSENT, "the store lacks " + location);
    }
  }
}
