package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A folder of blobs by digest without an index, as containerd has it: {@code blobs/ALGORITHM/HEX},
 * or files named {@code HEX}. Its manifests are found among its small blobs. A node pulls the
 * images of its platform alone, so that an index may list manifests that are not there.
 */
final class ContentStore implements BlobPlaces {
  /** Name that containerd gives the folder. */
  static final String FOLDER = "io.containerd.content.v1.content";

  /** Larger blobs are not searched for manifests, as registries refuse manifests above 4 MiB. */
  private static final int MOST_MANIFEST_BYTES = 4 << 20;

  /** Bytes at the start of a blob that are examined to tell whether it may be a JSON object. */
  private static final int HEAD_BYTES = 64;

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}");

  /** Folders of unfinished uploads or pulls: of containerd, and of zot. */
  private static final List<String> UPLOADS = List.of("/ingest", "/.uploads");

  private final ByteStore store;
  private final Map<String, ByteStore.Item> blobs = new TreeMap<>();

  /** Items where blobs should be, and which this user may not read. */
  private final List<ByteStore.Item> closed = new ArrayList<>();

  private ContentStore(ByteStore store) {
    this.store = store;
  }

  /** Whether a folder has a folder of blobs, which are files by their digests. */
  static boolean isAt(ByteStore store, String folder, Set<String> names) throws IOException {
    if (!names.contains("blobs")) {
      return false;
    }
    for (ByteStore.Item algorithm : store.list(folder + "/blobs")) {
      if (Digests.OF_BLOBS.contains(algorithm.name())
          && store.list(algorithm.location()).stream().anyMatch(ContentStore::isBlob)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a folder has blobs alone, and maybe a list of names. */
  static boolean isFlat(List<ByteStore.Item> items) {
    return items.stream().anyMatch(ContentStore::isBlob)
        && items.stream().allMatch(item -> isBlob(item) || item.name().equals(NodeNames.LIST));
  }

  private static boolean isBlob(ByteStore.Item item) {
    return item.kind() == ByteStore.Kind.FILE && HEX.matcher(item.name()).matches();
  }

  /** Lists the blobs of a store. */
  static ContentStore at(ByteStore store, String root) throws IOException {
    ContentStore content = new ContentStore(store);
    for (ByteStore.Item item : store.list(root)) {
      // A bare HEX gives no algorithm, so the first with digests of that length is taken. For
      // blake3 that would be wrong, but its blobs are in folders of their own.
      Digests.OF_BLOBS.stream()
          .filter(algorithm -> Digests.isDigest(algorithm + ":" + item.name()))
          .findFirst()
          .ifPresent(algorithm -> content.add(algorithm, item));
    }
    for (ByteStore.Item algorithm : store.list(root + "/blobs")) {
      if (algorithm.folder()) {
        store.list(algorithm.location()).forEach(item -> content.add(algorithm.name(), item));
      } else {
        content.add(algorithm.name(), algorithm);
      }
    }
    return content;
  }

  private void add(String algorithm, ByteStore.Item item) {
    String digest = algorithm + ":" + item.name();
    if (item.kind() == ByteStore.Kind.UNREACHABLE) {
      closed.add(item);
    } else if (Digests.isDigest(digest) && item.kind() == ByteStore.Kind.FILE) {
      blobs.put(digest, item);
    }
  }

  /** Passes on the findings of all images of a store. */
  static void read(ByteStore store, String root, Consumer<Finding> findings) throws IOException {
    ContentStore content = at(store, root);
    Rejections rejections = new Rejections(root, findings);
    Map<String, Set<String>> names = NodeNames.of(store, root, rejections);
    Set<String> listed = new HashSet<>();
    Set<String> manifests = content.manifests(listed, rejections);
    Set<String> tops = new LinkedHashSet<>(names.keySet());
    manifests.stream().filter(digest -> !listed.contains(digest)).forEach(tops::add);
    ManifestReader reader = new ManifestReader(store, content, root, findings);
    for (String top : tops) {
      Set<String> images = reader.images(top);
      for (ImageName name :
          NodeNames.parsed(names.getOrDefault(top, Set.of()), ImageName::ofContainerd)) {
        findings.accept(Finding.RepositoryManifest.of(name, root, top));
        images.forEach(image -> findings.accept(Finding.ImageTag.of(name, root, image)));
      }
    }
    content.list(findings);
    reportUploads(store, root, findings);
  }

  /**
   * Passes on all blobs of a store or layout, whether a manifest names them or not, and its
   * unfinished uploads.
   */
  static void list(ByteStore store, String root, Consumer<Finding> findings) throws IOException {
    at(store, root).list(findings);
    reportUploads(store, root, findings);
  }

  private static void reportUploads(ByteStore store, String root, Consumer<Finding> findings)
      throws IOException {
    for (String uploads : UPLOADS) {
      DistributionTree.reportUploads(store, root + uploads, findings);
    }
  }

  private void list(Consumer<Finding> findings) {
    closed.forEach(item -> ImageSources.refuse(item, findings));
    blobs.forEach(
        (digest, item) ->
            findings.accept(new Finding.StoredBlob(item.location(), digest, item.bytes())));
  }

  /**
   * The digests of all manifests and indexes.
   *
   * @param listed takes the manifests that an index lists
   */
  private Set<String> manifests(Set<String> listed, Rejections rejections) throws IOException {
    Set<String> manifests = new LinkedHashSet<>();
    for (Map.Entry<String, ByteStore.Item> blob : blobs.entrySet()) {
      if (blob.getValue().bytes() > MOST_MANIFEST_BYTES || !isObject(blob.getValue())) {
        continue;
      }
      try {
        JsonNode root = JsonDocument.read(store, require(blob.getKey()), blob.getKey()).root();
        if (ManifestReader.isManifest(root)) {
          manifests.add(blob.getKey());
          IndexEntry.all(root.path("manifests")).forEach(child -> listed.add(child.digest()));
        }
      } catch (MalformedBlobException e) {
        // A blob that matches its digest and is no JSON is no manifest.
        if (e.reason() == RejectReason.DIGEST_MISMATCH) {
          rejections.add(blob.getKey(), e);
        }
      }
    }
    return manifests;
  }

  private boolean isObject(ByteStore.Item item) throws IOException {
    try (InputStream in = store.open(item.location(), 0, HEAD_BYTES)) {
      for (byte letter : in.readNBytes(HEAD_BYTES)) {
        if (!Character.isWhitespace(letter)) {
          return letter == '{';
        }
      }
      return false;
    } catch (FileNotFoundException e) {
      return false; // if a manifest names this blob, reading it reports the fault
    } catch (MalformedBlobException e) {
      closed.add(
          new ByteStore.Item(item.location(), ByteStore.Kind.UNREACHABLE, 0, e.explanation()));
      return false;
    }
  }

  @Override
  public Optional<BlobPlace> find(String digest) {
    return Optional.ofNullable(blobs.get(digest)).map(item -> BlobPlace.whole(item.location()));
  }
}
