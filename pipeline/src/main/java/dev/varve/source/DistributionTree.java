package dev.varve.source;

import dev.varve.model.ByteStore;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The storage tree of the Distribution registry, read in place: {@code
 * repositories/NAME/_manifests} with links of tags and revisions, {@code blobs/sha256/XX/HEX/data}
 * (distribution, registry/storage/paths.go).
 */
final class DistributionTree {
  private static final int LINK_BYTES = 256;

  private DistributionTree() {}

  /** The repositories below a name: itself, or those nested in it. */
  static List<SourceUnit> repositories(ByteStore store, SourceUnit namespace) throws IOException {
    List<SourceUnit> found = new ArrayList<>();
    walk(store, namespace.root(), namespace.scope(), found);
    return found;
  }

  private static void walk(ByteStore store, String root, String name, List<SourceUnit> found)
      throws IOException {
    for (ByteStore.Item item : store.list(root + "/repositories/" + name)) {
      if (item.name().equals("_manifests")) {
        found.add(new SourceUnit(SourceUnit.Form.REPOSITORY, root, name));
      } else if (item.folder() && !item.name().startsWith("_")) {
        walk(store, root, name + "/" + item.name(), found);
      }
    }
  }

  /** Findings of one repository. */
  static List<Finding> read(ByteStore store, SourceUnit repository) throws IOException {
    List<Finding> findings = new ArrayList<>();
    String name = repository.scope();
    String folder = repository.root() + "/repositories/" + name + "/_manifests";
    ManifestReader manifests =
        new ManifestReader(store, BlobPlaces.tree(repository.root()), folder, findings);
    Set<String> tagged = new LinkedHashSet<>();
    for (ByteStore.Item tag : store.list(folder + "/tags")) {
      String digest = link(store, tag.location() + "/current/link", findings);
      for (String image : digest.isEmpty() ? Set.<String>of() : manifests.images(digest)) {
        findings.add(new Finding.ImageTag(name, tag.name(), image));
        tagged.add(image);
      }
    }
    for (ByteStore.Item algorithm : store.list(folder + "/revisions")) {
      for (ByteStore.Item revision : store.list(algorithm.location())) {
        if (store.find(revision.location() + "/link").isPresent()) {
          for (String image : manifests.images(algorithm.name() + ":" + revision.name())) {
            if (tagged.add(image)) {
              findings.add(new Finding.ImageTag(name, null, image));
            }
          }
        }
      }
    }
    return findings;
  }

  private static String link(ByteStore store, String location, List<Finding> findings)
      throws IOException {
    try (InputStream in = store.open(location, 0, -1)) {
      String digest = new String(in.readNBytes(LINK_BYTES), StandardCharsets.US_ASCII).trim();
      if (digest.isEmpty()) {
        findings.add(
            new Finding.Rejected(
                location, null, RejectReason.TRUNCATED, 0, "the tag's link is empty"));
      }
      return digest;
    } catch (FileNotFoundException e) {
      findings.add(
          new Finding.Rejected(
              location, null, RejectReason.ABSENT, -1, "the tag has no current link"));
      return "";
    }
  }
}
