package dev.varve.source;

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
 * (distribution, registry/storage/paths.go).
 */
final class DistributionTree {
  private static final int LINK_BYTES = 256;
  private static final String REPOSITORIES = "/repositories";

  private DistributionTree() {}

  /** The names right below {@code repositories}, and what there cannot be read. */
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

  /** The repositories below a name: itself, or those nested in it; and what cannot be read. */
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
          String what = item.isPlain() ? "a file, where a folder should be" : item.note();
          found.add(ImageSources.refused(item.location(), what));
        } else if (!item.name().startsWith("_") && isOpen(store, item, walked, found)) {
          names.add(name + "/" + item.name());
        }
      }
    }
    return found;
  }

  /** Whether to walk into a folder; adds why not, where names may be lost by that. */
  private static boolean isOpen(
      ByteStore store, ByteStore.Item item, WalkedFolders walked, List<SourceUnit> found)
      throws IOException {
    if (!item.isPlain()) {
      found.add(ImageSources.refused(item.location(), item.note()));
      return false;
    }
    if (!item.folder()) {
      if (store.find(item.location()).isEmpty()) {
        found.add(ImageSources.refused(item.location(), "a link without a target"));
      }
      return false;
    }
    Optional<String> why = walked.enter(item.location());
    why.ifPresent(words -> found.add(ImageSources.refused(item.location(), words)));
    return why.isEmpty();
  }

  /** Passes on the findings of one repository. */
  static void read(ByteStore store, SourceUnit repository, Consumer<Finding> findings)
      throws IOException {
    String name = repository.scope();
    String folder = repository.root() + "/repositories/" + name + "/_manifests";
    ManifestReader manifests =
        new ManifestReader(store, BlobPlaces.tree(repository.root()), folder, findings);
    Set<String> tagged = new LinkedHashSet<>();
    Set<String> direct = new HashSet<>();
    for (ByteStore.Item tag : plain(store, folder + "/tags", findings)) {
      String digest = link(store, tag.location() + "/current/link", findings);
      if (!digest.isEmpty()) {
        findings.accept(new Finding.RepositoryManifest(name, tag.name(), digest));
        direct.add(digest);
      }
      for (String image : digest.isEmpty() ? Set.<String>of() : manifests.images(digest)) {
        findings.accept(new Finding.ImageTag(name, tag.name(), image));
        tagged.add(image);
      }
    }
    for (ByteStore.Item algorithm : plain(store, folder + "/revisions", findings)) {
      for (ByteStore.Item revision : plain(store, algorithm.location(), findings)) {
        if (store.find(revision.location() + "/link").isPresent()) {
          String digest = algorithm.name() + ":" + revision.name();
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
    }
  }

  /** The items of a folder, without those that cannot be read, which become findings. */
  private static List<ByteStore.Item> plain(
      ByteStore store, String folder, Consumer<Finding> findings) throws IOException {
    List<ByteStore.Item> items = new ArrayList<>();
    for (ByteStore.Item item : store.list(folder)) {
      if (item.isPlain()) {
        items.add(item);
      } else {
        findings.accept(rejected(item.location(), RejectReason.UNSUPPORTED, -1, item.note()));
      }
    }
    return items;
  }

  private static Finding rejected(String location, RejectReason reason, long at, String message) {
    return new Finding.Rejected(location, null, reason, at, message);
  }

  private static String link(ByteStore store, String location, Consumer<Finding> findings)
      throws IOException {
    try (InputStream in = store.open(location, 0, -1)) {
      String digest = new String(in.readNBytes(LINK_BYTES), StandardCharsets.US_ASCII).trim();
      if (digest.isEmpty()) {
        findings.accept(rejected(location, RejectReason.TRUNCATED, 0, "the tag's link is empty"));
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
