package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.ForeignBytes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows manifests from tags to layers: indexes of any depth, OCI and Docker images, and other
 * artifacts. Each manifest is read once, however many tags and indexes lead to it.
 */
final class ManifestReader {
  /** Most levels of indexes that list indexes; real ones have one or two. */
  private static final int DEEPEST_INDEX = 8;

  private final ByteStore store;
  private final EmbeddedBlobs places;
  private final Consumer<Finding> findings;
  private final Rejections rejections;
  private final ArtifactFindings artifacts;
  private final Map<String, Set<String>> imagesBelow = new HashMap<>();

  /**
   * Indexes below which reading stopped at {@link #DEEPEST_INDEX}, with the depth at which each was
   * read. If one is reached again at a smaller depth, it is read again, as more levels then fit.
   */
  private final Map<String, Integer> depthOfCut = new HashMap<>();

  /** Manifests that an index lists and the storage does not contain. */
  private final Set<String> absent = new HashSet<>();

  private final ImageManifests manifests;
  private final BuildCaches caches;
  private final Set<String> known;
  private long listed;

  /** Adds to {@code findings}; {@code source} names the input in rejections. */
  ManifestReader(ByteStore store, BlobPlaces places, String source, Consumer<Finding> findings) {
    this(store, places, source, findings, Set.of());
  }

  /** A reader that skips the images in {@code known}. */
  ManifestReader(
      ByteStore store,
      BlobPlaces places,
      String source,
      Consumer<Finding> findings,
      Set<String> known) {
    this.known = known;
    this.store = store;
    this.findings = findings;
    this.artifacts = new ArtifactFindings(findings);
    this.rejections = new Rejections(source, findings);
    this.places = new EmbeddedBlobs(places, rejections);
    this.manifests = new ImageManifests(store, this.places, findings, rejections);
    this.caches = new BuildCaches(artifacts, new LayerFindings(this.places, findings, rejections));
  }

  /** Adds the blob that a descriptor embeds, if it does, so that it need not be in the storage. */
  void addEmbedded(JsonNode descriptor) {
    places.add(descriptor);
  }

  /**
   * The digests of the images that a manifest or index leads to; none when it is unusable, or when
   * more images were listed before than {@link ImageLimits#MOST_LISTED_IMAGES}.
   */
  Set<String> images(String digest) throws IOException {
    return images(digest, Platform.UNKNOWN);
  }

  /**
   * The images that a descriptor leads to.
   *
   * @param platform as a descriptor of the manifest states it
   */
  Set<String> images(String digest, Platform platform) throws IOException {
    Set<String> images = images(digest, false, 0);
    manifests.statePlatform(digest, platform);
    try {
      countListed(images);
      return images;
    } catch (MalformedBlobException e) {
      rejections.add(digest, e);
      return Set.of();
    }
  }

  private void countListed(Set<String> images) throws MalformedBlobException {
    ImageLimits.requireListedImages(listed + images.size());
    listed += images.size();
  }

  private Set<String> images(String digest, boolean attestation, int depth) throws IOException {
    if (known.contains(digest)) {
      return Set.of(digest);
    }
    Set<String> known = imagesBelow.get(digest);
    if (known != null && depth >= depthOfCut.getOrDefault(digest, 0)) {
      return known;
    }
    Set<String> images = new LinkedHashSet<>();
    imagesBelow.put(digest, images);
    depthOfCut.remove(digest);
    try {
      List<IndexEntry> children =
          ForeignBytes.read(() -> Optional.ofNullable(read(digest, attestation, images)))
              .orElse(null);
      if (children != null && depth >= DEEPEST_INDEX) {
        depthOfCut.put(digest, depth);
        throw new MalformedBlobException(
            RejectReason.LIMIT, "indexes nested deeper than " + DEEPEST_INDEX);
      }
      for (IndexEntry child : children == null ? List.<IndexEntry>of() : children) {
        Set<String> below = images(child.digest(), child.isAttestation(), depth + 1);
        manifests.statePlatform(child.digest(), child.platform());
        countListed(below);
        images.addAll(below);
        if (depthOfCut.containsKey(child.digest())) {
          depthOfCut.put(digest, depth);
        }
      }
      if (depth == 0 && children != null && !children.isEmpty() && areAbsent(children)) {
        throw new MalformedBlobException(
            RejectReason.ABSENT,
            "the storage contains none of the manifests that this index lists");
      }
    } catch (MalformedBlobException e) {
      if (e.reason() == RejectReason.ABSENT && depth > 0) {
        absent.add(digest); // no rejection: few storages contain all platforms that an index lists
      } else {
        rejections.add(digest, e);
      }
    }
    return images;
  }

  private boolean areAbsent(List<IndexEntry> children) {
    return children.stream().allMatch(child -> absent.contains(child.digest()));
  }

  /** Whether a document is a manifest or an index of any kind. */
  static boolean isManifest(JsonNode root) {
    return Stream.of("manifests", "layers", "fsLayers", "artifactType", "blobs").anyMatch(root::has)
        && root.path("schemaVersion").isNumber();
  }

  /**
   * Reads a manifest. An image is added to {@code images}; for an index, its entries are returned.
   */
  private @Nullable List<IndexEntry> read(String digest, boolean attestation, Set<String> images)
      throws IOException {
    if (!Digests.isDigest(digest)) {
      throw Digests.fault(digest, "a link or descriptor of a manifest");
    }
    JsonDocument document = JsonDocument.read(store, places.requireManifest(digest), digest);
    JsonNode root = document.root();
    new ManifestFacts(findings).add(document);
    places.addAll(root);
    if (root.has("manifests") && root.has("layers")) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "both an index and a manifest: it has manifests and layers");
    } else if (BuildCaches.isCache(root)) {
      List<IndexEntry> siblings = caches.add(document);
      return siblings.isEmpty() ? null : siblings;
    } else if (root.has("manifests")) {
      return IndexEntry.all(root.path("manifests"));
    } else if (root.has("layers")) {
      JsonDocument.list(root.path("layers"), "layers");
      if (manifests.add(document, attestation)) {
        images.add(digest);
      }
    } else if (root.has("fsLayers")) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "a manifest of schema 1, which is not read; push the image again");
    } else if (root.has("artifactType") || root.has("blobs")) {
      artifacts.add(document, root.path("blobs"), attestation);
    } else {
      throw new MalformedBlobException(RejectReason.UNSUPPORTED, "neither an index nor a manifest");
    }
    return null;
  }
}
