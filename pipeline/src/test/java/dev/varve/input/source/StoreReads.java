package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** Files of the stores of nodes that tests outside of this package read by themselves. */
public final class StoreReads {
  private StoreReads() {}

  /** The database of containerd that names three images in three namespaces. */
  public static byte[] database() throws IOException {
    try (GZIPInputStream in =
        new GZIPInputStream(StoreReads.class.getResourceAsStream("meta.db.gz"))) {
      return in.readAllBytes();
    }
  }

  /**
   * The names by the digest of what they lead to, of containerd's database.
   *
   * @throws MalformedBlobException what a reader of the names would reject
   */
  public static Map<String, Set<String>> names(byte[] database) throws IOException {
    MemoryStore store = new MemoryStore();
    store.put("io.containerd.metadata.v1.bolt/meta.db", database);
    List<Finding> findings = new ArrayList<>();
    String root = MemoryStore.ROOT + "/" + ContentStore.FOLDER;
    Map<String, Set<String>> names = NodeNames.of(store, root, new Rejections(root, findings::add));
    for (Finding.Rejected rejected : Shelf.of(findings, Finding.Rejected.class)) {
      throw new MalformedBlobException(rejected.reason(), rejected.message());
    }
    return names;
  }

  /** Lines of tar-split about a file of so many bytes behind a segment. */
  public static String splitOf(String name, long bytes) {
    return "{\"type\":2,\"payload\":\"AAECAw==\",\"position\":0}\n"
        + SplitArchives.file(name, bytes);
  }

  /**
   * Passes on the archive of a layer that is unpacked into folder {@code diff} of a store.
   *
   * @param lines of its tar-split, not compressed
   */
  public static InputStream unpacked(MemoryStore store, String lines) throws IOException {
    store.put("layer.tar-split.gz", SplitArchives.gzip(lines));
    return UnpackedLayer.open(
        store,
        UnpackedLayer.location(
            MemoryStore.ROOT + "/layer.tar-split.gz", MemoryStore.ROOT + "/diff"));
  }
}
