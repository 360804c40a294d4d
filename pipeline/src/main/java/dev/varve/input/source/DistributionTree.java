package dev.varve.input.source;

import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.WalkedFolders;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The storage tree of the Distribution registry, read in place: {@code
 * repositories/NAME/_manifests} with links of tags and revisions, {@code blobs/sha256/XX/HEX/data}
 * (distribution, registry/storage/paths.go). As in the registry and its garbage collection, a
 * repository contains exactly the manifests for which it has a revision link. A tag or an index
 * that leads to any other manifest leads nowhere. Links below {@code _layers} do not keep blobs
 * from garbage collection, and are not read.
 */
final class DistributionTree {
  /** Bytes read of a link file, which contains a digest: more than any digest has. */
  private static final int LINK_BYTES = 256;

  private static final String REPOSITORIES = "/repositories";
  private static final String BLOBS = "/blobs";

  private static final String NO_TARGET = "a link without a target";
  private static final String NO_FOLDER = "a file, where a folder should be";

  private DistributionTree() {}

  /** The folder of a repository. */
  static String folder(String root, String repository) {
    return root + REPOSITORIES + "/" + repository;
  }

  /**
   * Units for the folders right below {@code repositories}, and refused units for items there that
   * cannot be read.
   */
  static List<SourceUnit> namespaces(ByteStore store, String root) throws IOException {
    List<SourceUnit> found = new ArrayList<>();
    WalkedFolders walked = new WalkedFolders(store, root + REPOSITORIES);
    for (ByteStore.Item item : store.list(root + REPOSITORIES)) {
      if (isOpen(store, item, walked, found)) {
        found.add(new SourceUnit(SourceUnit.Form.NAMESPACE, root, item.name()));
      }
    }
    return found;
  }

  /**
   * Units for a namespace that is itself a repository and for repositories nested in it, and
   * refused units for items that cannot be read.
   */
  static List<SourceUnit> repositories(ByteStore store, SourceUnit namespace) throws IOException {
    List<SourceUnit> found = new ArrayList<>();
    WalkedFolders walked = new WalkedFolders(store, namespace.root() + REPOSITORIES);
    Deque<String> names = new ArrayDeque<>(List.of(namespace.scope()));
    while (!names.isEmpty()) {
      String name = names.remove();
      for (ByteStore.Item item : store.list(namespace.root() + REPOSITORIES + "/" + name)) {
        if (item.name().equals("_manifests") && item.folder()) {
          found.add(new SourceUnit(SourceUnit.Form.REPOSITORY, namespace.root(), name));
        } else if (item.name().equals("_manifests")) {
          String what = item.isPlain() ? NO_FOLDER : item.note();
          found.add(ImageSources.refused(item.location(), what));
        } else if (!item.name().startsWith("_") && isOpen(store, item, walked, found)) {
          names.add(name + "/" + item.name());
        }
      }
    }
    return found;
  }

  /**
   * Whether to walk into a folder. If not, and repositories may be missed by that, a refused unit
   * with the reason is added to {@code found}.
   */
  private static boolean isOpen(
      ByteStore store, ByteStore.Item item, WalkedFolders walked, List<SourceUnit> found)
      throws IOException {
    if (!item.isPlain()) {
      found.add(ImageSources.refused(item.location(), item.note()));
      return false;
    }
    if (!item.folder()) {
      if (store.find(item.location()).isEmpty()) {
        found.add(ImageSources.refused(item.location(), NO_TARGET));
      }
      return false;
    }
    Optional<String> why = walked.enter(item.location());
    why.ifPresent(words -> found.add(ImageSources.refused(item.location(), words)));
    return why.isEmpty();
  }

  /**
   * Passes on the findings of one repository.
   *
   * @param known images that need not be read again where the tree still has their manifests
   */
  static void read(
      ByteStore store, SourceUnit repository, Set<String> known, Consumer<Finding> findings)
      throws IOException {
    String name = repository.scope();
    String own = folder(repository.root(), name);
    String folder = own + "/_manifests";
    for (ByteStore.Item part : store.list(folder)) {
      if (part.name().equals("tags") || part.name().equals("revisions")) {
        requireFolder(store, part, findings);
      }
    }
    Set<String> linked = linked(store, folder + "/revisions", findings);
    BlobPlaces places = new LinkedBlobs(BlobPlaces.tree(repository.root()), linked);
    ManifestReader manifests =
        new ManifestReader(store, places, folder, findings, stored(store, places, linked, known));
    Set<String> tagged = new LinkedHashSet<>();
    Set<String> direct = new HashSet<>();
    for (ByteStore.Item tag : plain(store, folder + "/tags", findings)) {
      String location = tag.location() + "/current/link";
      String digest = tagged(store, location, findings);
      if (digest.isEmpty()) {
        continue;
      }
      if (!linked.contains(digest)) {
        MalformedBlobException why =
            Digests.isDigest(digest) ? unlinked(digest) : Digests.fault(digest, "the tag's link");
        findings.accept(
            new Finding.Rejected(location, digest, why.reason(), -1, why.explanation()));
        continue;
      }
      findings.accept(new Finding.RepositoryManifest(name, tag.name(), digest));
      direct.add(digest);
      for (String image : manifests.images(digest)) {
        findings.accept(new Finding.ImageTag(name, tag.name(), image));
        tagged.add(image);
      }
    }
    reportUploads(store, own + "/_uploads", findings);
    for (String digest : linked) {
      if (direct.add(digest)) {
        findings.accept(new Finding.RepositoryManifest(name, null, digest));
      }
      for (String image : manifests.images(digest)) {
        if (tagged.add(image)) {
          findings.accept(new Finding.ImageTag(name, null, image));
        }
      }
    }
  }

  /** The known manifests that a repository has a link of and that are not empty. */
  private static Set<String> stored(
      ByteStore store, BlobPlaces places, Set<String> linked, Set<String> known)
      throws IOException {
    Set<String> stored = new HashSet<>();
    for (String digest : linked) {
      Optional<BlobPlace> place = known.contains(digest) ? places.find(digest) : Optional.empty();
      if (place.isPresent()
          && store.find(place.get().location()).filter(file -> file.bytes() > 0).isPresent()) {
        stored.add(digest);
      }
    }
    return stored;
  }

  /** Reports uploads that were not finished: files of a folder, or in folders of their own. */
  static void reportUploads(ByteStore store, String folder, Consumer<Finding> findings)
      throws IOException {
    long uploads = 0;
    long bytes = 0;
    for (ByteStore.Item upload : store.list(folder)) {
      ByteStore.Item data =
          upload.folder() ? store.find(upload.location() + "/data").orElse(null) : upload;
      if (data != null && data.kind() == ByteStore.Kind.FILE) {
        uploads++;
        bytes += data.bytes();
      }
    }
    if (uploads > 0) {
      findings.accept(new Finding.Leftover(Finding.Leftover.Kind.UPLOAD, uploads, bytes));
    }
  }

  /** The folders in which a tree has its blobs, and refused units for those not to be read. */
  static List<SourceUnit> blobFolders(ByteStore store, String root) throws IOException {
    List<SourceUnit> folders = new ArrayList<>();
    boolean isAnyFolder = false;
    for (ByteStore.Item algorithm : store.list(root + BLOBS)) {
      // One that may not be read is refused below.
      isAnyFolder |= algorithm.folder() || !algorithm.isPlain();
      List<ByteStore.Item> inside =
          algorithm.folder() ? store.list(algorithm.location()) : List.of(algorithm);
      for (ByteStore.Item folder : inside) {
        if (folder.folder()) {
          String scope = algorithm.name() + "/" + folder.name();
          folders.add(new SourceUnit(SourceUnit.Form.TREE_BLOBS, root, scope));
        } else if (!folder.isPlain()) {
          folders.add(ImageSources.refused(folder.location(), folder.note()));
        } else if (store.find(folder.location()).isEmpty()) {
          folders.add(ImageSources.refused(root, folder.location() + " is " + NO_TARGET));
        }
      }
    }
    if (!isAnyFolder) {
      folders.add(
          ImageSources.refused(
              root, "there is no folder blobs/sha256, so that nothing is said to be gone"));
    }
    return folders;
  }

  /** Passes on the blobs of one of the {@link #blobFolders}. */
  static void listBlobs(ByteStore store, SourceUnit folder, Consumer<Finding> findings)
      throws IOException {
    String algorithm = folder.scope().substring(0, folder.scope().indexOf('/'));
    for (ByteStore.Item blob : store.list(folder.root() + BLOBS + "/" + folder.scope())) {
      String digest = algorithm + ":" + blob.name();
      if (!blob.isPlain()) {
        ImageSources.refuse(blob, findings);
      } else if (blob.folder() && Digests.isDigest(digest)) {
        findings.accept(new Finding.StoredBlob(blob.location() + "/data", digest, -1));
      }
    }
  }

  /** Blobs of a tree as one repository sees them: only these manifests are in it. */
  private record LinkedBlobs(BlobPlaces blobs, Set<String> manifests) implements BlobPlaces {
    @Override
    public Optional<BlobPlace> find(String digest) {
      return blobs.find(digest);
    }

    @Override
    public BlobPlace requireManifest(String digest) throws MalformedBlobException {
      if (!manifests.contains(digest)) {
        throw unlinked(digest);
      }
      return blobs.require(digest);
    }
  }

  private static MalformedBlobException unlinked(String digest) {
    return new MalformedBlobException(
        RejectReason.ABSENT,
        "the repository has no link _manifests/revisions/%s/link: the registry answers 404, and its collection keeps nothing for it"
            .formatted(digest.replace(':', '/')));
  }

  /** The manifests of which a repository has the link of a revision. */
  private static Set<String> linked(ByteStore store, String folder, Consumer<Finding> findings)
      throws IOException {
    Set<String> linked = new LinkedHashSet<>();
    for (ByteStore.Item algorithm : plain(store, folder, findings)) {
      requireFolder(store, algorithm, findings);
      for (ByteStore.Item revision : plain(store, algorithm.location(), findings)) {
        String location = revision.location() + "/link";
        String digest = algorithm.name() + ":" + revision.name();
        try {
          String target = link(store, location);
          if (target.equals(digest)) {
            linked.add(digest);
          } else {
            String what =
                target.isEmpty()
                    ? "is empty, at which the registry's garbage-collect fails"
                    : "leads to another manifest";
            findings.accept(
                rejected(location, RejectReason.CORRUPT, 0, "the link of the revision " + what));
          }
        } catch (FileNotFoundException e) {
          // A deleted revision leaves its folder without a link.
        } catch (MalformedBlobException e) {
          findings.accept(rejected(location, e.reason(), e.offset(), e.explanation()));
        }
      }
    }
    return linked;
  }

  /** The items of a folder, without those that cannot be read, which become findings. */
  private static List<ByteStore.Item> plain(
      ByteStore store, String folder, Consumer<Finding> findings) throws IOException {
    List<ByteStore.Item> items = new ArrayList<>();
    for (ByteStore.Item item : store.list(folder)) {
      if (item.isPlain()) {
        items.add(item);
      } else {
        refuse(item, item.note(), findings);
      }
    }
    return items;
  }

  /** Reports a part of a repository that is no folder: what it should contain is not gone. */
  private static void requireFolder(
      ByteStore store, ByteStore.Item item, Consumer<Finding> findings) throws IOException {
    if (item.isPlain() && !item.folder()) {
      boolean isFile = store.find(item.location()).isPresent();
      refuse(item, isFile ? NO_FOLDER : NO_TARGET, findings);
    } else if (!item.isPlain()) {
      refuse(item, item.note(), findings);
    }
  }

  /** Reports a part of a repository that cannot be read; nothing of the repository is gone. */
  private static void refuse(ByteStore.Item item, String why, Consumer<Finding> findings) {
    findings.accept(rejected(item.location(), RejectReason.UNSUPPORTED, -1, why));
    findings.accept(new Finding.Unlisted(item.location().replaceFirst("/_manifests/.*", ""), null));
  }

  private static Finding rejected(String location, RejectReason reason, long at, String message) {
    return new Finding.Rejected(location, null, reason, at, message);
  }

  private static String link(ByteStore store, String location) throws IOException {
    try (InputStream in = store.open(location)) {
      return new String(in.readNBytes(LINK_BYTES), StandardCharsets.US_ASCII);
    }
  }

  /** The digest that a tag leads to; empty, and a rejection, where it leads to none. */
  private static String tagged(ByteStore store, String location, Consumer<Finding> findings)
      throws IOException {
    try {
      String digest = link(store, location);
      if (digest.isEmpty()) {
        findings.accept(rejected(location, RejectReason.TRUNCATED, 0, "the tag's link is empty"));
      } else if (!digest.equals(digest.strip())) {
        findings.accept(
            rejected(
                location,
                RejectReason.CORRUPT,
                0,
                "the tag's link has blanks or a line end next to the digest: the registry answers 500"));
        return "";
      }
      return digest;
    } catch (FileNotFoundException e) {
      findings.accept(rejected(location, RejectReason.ABSENT, -1, "the tag has no current link"));
      return "";
    } catch (MalformedBlobException e) {
      findings.accept(rejected(location, e.reason(), e.offset(), e.explanation()));
      return "";
    }
  }
}
