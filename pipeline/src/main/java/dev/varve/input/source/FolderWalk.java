package dev.varve.input.source;

import dev.varve.model.ByteStore;
import dev.varve.model.WalkedFolders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A walk over a folder that finds the layouts, storage trees and archives in it. Repositories may
 * be nested: a layout {@code team} may have a layout {@code team/app} in it, as registries such as
 * zot store them. The path of a layout below the input is the name of its repository.
 */
final class FolderWalk {
  /**
   * Most levels of folders below the input. Names of repositories have two or three parts, seldom
   * five.
   */
  static final int MOST_DEPTH = 8;

  /** Storage trees, from the root of a registry's volume down to the folder of its blobs. */
  private static final List<String> TREES = List.of("docker/registry/v2", "registry/v2", "v2", "");

  /**
   * Folders of zot itself, alongside its repositories: blobs of them all, its scanner's, and
   * uploads.
   */
  private static final Set<String> ZOT_FOLDERS = Set.of("_blobstore", "_trivy", "_blobuploads");

  /** Folder where Docker's own containerd stores content. */
  private static final String DOCKERS_CONTAINERD = "containerd/daemon/";

  private static final String UNPACKED =
      "a docker save archive that was unpacked: pack it again, with tar -C FOLDER -cf FILE.tar .";

  private final ByteStore store;
  private final WalkedFolders walked;
  private final List<SourceUnit> found = new ArrayList<>();

  /** Refused units: links to folders that are read elsewhere, and folders that are too deep. */
  private final List<SourceUnit> notEntered = new ArrayList<>();

  private FolderWalk(ByteStore store, String top) throws IOException {
    this.store = store;
    this.walked = new WalkedFolders(store, top);
  }

  /** The units in a folder; where there are any, also the folders that were not entered. */
  static List<SourceUnit> units(ByteStore store, String top) throws IOException {
    FolderWalk walk = new FolderWalk(store, top);
    walk.walk(top, "", 0, store.list(top));
    if (!walk.found.isEmpty()) {
      walk.found.addAll(walk.notEntered);
    }
    return walk.found;
  }

  private void walk(String location, String path, int depth, List<ByteStore.Item> items)
      throws IOException {
    Set<String> names = items.stream().map(ByteStore.Item::name).collect(Collectors.toSet());
    if (addStores(location, items, names, depth)) {
      return;
    }
    Set<String> parts = new HashSet<>();
    // More than one level below the input, any file may be named index.json; only a layout has
    // blobs or oci-layout beside it.
    boolean isLayout = depth <= 1 || names.contains("oci-layout") || names.contains("blobs");
    if (names.contains("index.json") && isLayout) {
      found.add(new SourceUnit(SourceUnit.Form.OCI_FOLDER, location, path));
    } else if (names.contains("oci-layout") && depth > 0) {
      found.add(ImageSources.refused(location, "an OCI image layout without an index.json"));
    } else if (SkopeoFolder.isAt(store, location, names)) {
      found.add(new SourceUnit(SourceUnit.Form.SKOPEO_FOLDER, location, path));
      return; // everything else in this folder are blobs of the image
    } else if (SkopeoFolder.lacksManifest(store, location, names)) {
      found.add(
          ImageSources.refused(location, "a folder of skopeo's dir: without a manifest.json"));
      return;
    } else if (SkopeoFolder.isUnpackedArchive(store, location, names)) {
      found.add(ImageSources.refused(location, UNPACKED));
      return;
    }
    if (names.contains("index.json") || names.contains("oci-layout")) {
      names.stream().filter(FolderWalk::isOfLayout).forEach(parts::add);
    }
    parts.addAll(addTree(location, depth, names));
    for (ByteStore.Item item : items) {
      if (!parts.contains(item.name())) {
        walkItem(item, path, depth);
      }
    }
  }

  /**
   * Adds the image stores of a node in a folder. Returns whether there are any: everything else in
   * the folder then belongs to them.
   */
  private boolean addStores(
      String location, List<ByteStore.Item> items, Set<String> names, int depth)
      throws IOException {
    List<SourceUnit> stores = new ArrayList<>(DockerStorage.units(store, location, names));
    stores.addAll(ContainersStorage.units(location, names));
    String content = location + "/" + ContentStore.FOLDER;
    String nested = content.replace(ContentStore.FOLDER, DOCKERS_CONTAINERD + ContentStore.FOLDER);
    for (String folder : List.of(content, nested)) {
      if (ContentStore.isAt(store, folder, Set.of("blobs"))) {
        stores.add(new SourceUnit(SourceUnit.Form.CONTENT_STORE, folder, ""));
      }
    }
    boolean isFlat = depth <= 1 && ContentStore.isFlat(items);
    boolean isBare =
        !names.contains("index.json")
            && !names.contains("oci-layout")
            && !names.contains("repositories");
    if (stores.isEmpty() && (isFlat || (isBare && ContentStore.isAt(store, location, names)))) {
      stores.add(new SourceUnit(SourceUnit.Form.CONTENT_STORE, location, ""));
    }
    found.addAll(stores);
    return !stores.isEmpty();
  }

  /** Names in a layout's folder that no repository nested in it can have. */
  private static boolean isOfLayout(String name) {
    return name.equals("blobs") || name.startsWith(".");
  }

  /**
   * Adds the storage tree that begins in a folder; returns the names of the folder's items that
   * belong to it.
   */
  private Set<String> addTree(String location, int depth, Set<String> names) throws IOException {
    for (String below : TREES) {
      String root = below.isEmpty() ? location : location + "/" + below;
      String first = below.replaceFirst("/.*", "");
      if ((below.isEmpty() ? names.contains("blobs") : names.contains(first))
          && store.find(root + "/repositories").isPresent()
          && store.find(root + "/blobs").isPresent()) {
        found.addAll(DistributionTree.namespaces(store, root));
        return below.isEmpty() ? Set.of("repositories", "blobs") : Set.of(first);
      }
    }
    String whole = TREES.get(0);
    if (depth > 0 && names.contains("docker") && store.find(location + "/" + whole).isPresent()) {
      found.add(
          ImageSources.refused(
              location, "a registry's storage tree without repositories or blobs"));
      return Set.of("docker");
    }
    return Set.of();
  }

  private void walkItem(ByteStore.Item item, String path, int depth) throws IOException {
    if (depth == 0 && ZOT_FOLDERS.contains(item.name())) {
      return;
    }
    if (item.folder()) {
      walkBelow(item, path.isEmpty() ? item.name() : path + "/" + item.name(), depth + 1);
    } else if (item.kind() == ByteStore.Kind.UNREACHABLE) {
      found.add(ImageSources.refused(item.location(), item.note()));
    } else if (ImageSources.isNamedArchive(item)
        || (depth == 0 && ImageSources.isArchive(store, item))) {
      // Files that are not named like archives are examined in the input folder only: further down
      // there may be whole file systems.
      found.add(new SourceUnit(SourceUnit.Form.ARCHIVE, item.location(), ""));
    }
  }

  private void walkBelow(ByteStore.Item folder, String path, int depth) throws IOException {
    if (depth > MOST_DEPTH) {
      String why = "not looked into, more than %d folders below the input: name it as an input";
      notEntered.add(ImageSources.refused(folder.location(), why.formatted(MOST_DEPTH)));
      return;
    }
    Optional<String> elsewhere = walked.enter(folder.location());
    if (elsewhere.isPresent()) {
      notEntered.add(ImageSources.refused(folder.location(), elsewhere.get()));
      return;
    }
    walk(folder.location(), path, depth, store.list(folder.location()));
  }
}
