package dev.varve.synthetic.registry;

import dev.varve.synthetic.content.FileTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Builds each layer of a world once, stores it, and counts what was stored. */
final class LayerStore {
  /** The layer without entries that builders shared for years: 1024 zero bytes, in 32 of gzip. */
  private static final byte[] EMPTY_LAYER =
      HexFormat.of().parseHex("1f8b080000096e8800ff621805a360148c5800080000ffff2eafb5ef00040000");

  private static final int EMPTY_BYTES = 1024;
  private static final String EMPTY_DIFF_ID = Descriptor.sha256(new byte[EMPTY_BYTES]);

  private final RegistryForm form;
  private final String damagedName;
  private final Map<String, StoredLayer> byName = new HashMap<>();
  private final Map<String, StoredLayer> byDigest = new HashMap<>();
  private long compressedBytes;
  private long archiveBytes;

  /**
   * @param damagedName the layer of which only the first half is stored
   */
  LayerStore(RegistryForm form, String damagedName) {
    this.form = form;
    this.damagedName = damagedName;
  }

  /** The layer of this name, built from the tree at the first request. */
  StoredLayer layer(String name, LayerPacking compression, Supplier<FileTree> tree)
      throws IOException {
    StoredLayer known = byName.get(name);
    if (known != null) {
      return known;
    }
    Archive dialect = compression == LayerPacking.PLAIN ? Archive.GNU : Archive.PAX;
    byte[] archive = dialect.write(tree.get());
    CompletableFuture<String> diffId =
        CompletableFuture.supplyAsync(() -> Descriptor.sha256(archive));
    byte[] data = compression.compress(archive);
    return store(name, compression, archive.length, diffId.join(), data);
  }

  StoredLayer empty() throws IOException {
    StoredLayer known = byName.get("empty");
    return known == null
        ? store("empty", LayerPacking.GZIP, EMPTY_BYTES, EMPTY_DIFF_ID, EMPTY_LAYER)
        : known;
  }

  /** The truncated layer. */
  StoredLayer damaged() {
    StoredLayer damaged = byName.get(damagedName);
    if (damaged == null) {
      throw new IllegalStateException("no layer was built under the name " + damagedName);
    }
    return damaged;
  }

  int count() {
    return byDigest.size();
  }

  /** Bytes of the layers as the manifests declare them, each distinct layer once. */
  long compressedBytes() {
    return compressedBytes;
  }

  /** Bytes of the archives before compression, each distinct layer once. */
  long archiveBytes() {
    return archiveBytes;
  }

  private StoredLayer store(
      String name, LayerPacking compression, int bytes, String diffId, byte[] data)
      throws IOException {
    Descriptor blob = Descriptor.of(MediaTypeFamily.OCI.layer(compression), data);
    StoredLayer layer = new StoredLayer(blob, diffId, compression);
    byName.put(name, layer);
    if (byDigest.putIfAbsent(blob.digest(), layer) == null) {
      boolean damaged = name.equals(damagedName);
      form.store(blob, damaged ? Arrays.copyOf(data, data.length / 2) : data);
      compressedBytes += data.length;
      archiveBytes += bytes;
    }
    return layer;
  }
}
