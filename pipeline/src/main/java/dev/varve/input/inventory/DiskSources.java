package dev.varve.input.inventory;

import dev.varve.input.disk.LocationText;
import dev.varve.input.disk.OvaFolders;
import dev.varve.model.ByteStore;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Finds the snapshots in the inputs: folder trees {@code VM/SNAPSHOT}, datastores of backups,
 * manifests, single disks and traces. Reads headers only. Every file that is not planned is listed
 * as refused.
 */
public final class DiskSources {
  private DiskSources() {}

  /**
   * Plans what to read.
   *
   * <p>A folder is a tree. Its child folders are VMs, the files in them (or folders with exactly
   * one disk) snapshots. (A datastore of backups is read as {@link BackupDatastore} says.)
   * Snapshots are ordered by their backing files, otherwise by name with numbers compared as
   * numbers. Several disks of a VM in one folder each become a VM, see {@link FolderDisks}. A file
   * named {@code .csv} is a manifest. An OVA is a folder of its members. Any other file is a VM of
   * one disk, and so is a block device.
   *
   * @param inputs URIs; one that is given twice counts once
   * @param published tests whether a snapshot was read earlier, given the names of its VM and of
   *     itself; such a snapshot may be the parent of one that a manifest lists
   */
  public static SnapshotPlan plan(
      ByteStore files, List<String> inputs, BiPredicate<String, String> published)
      throws IOException {
    ByteStore store = new OvaFolders(files);
    List<SnapshotImage> images = new ArrayList<>();
    List<RefusedInput> refused = new ArrayList<>();
    List<String> roots = new ArrayList<>();
    Map<String, String> origins = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (String input : inputs) {
      ByteStore.Item item = store.find(LocationText.normal(input)).orElse(null);
      if (item == null) {
        refused.add(
            new RefusedInput(input, RejectReason.ABSENT, -1, "there is no such file or folder"));
      } else if (seen.add(LocationText.normal(item.location()))) {
        vms(store, item, refused, roots, published)
            .forEach(
                (vm, snapshots) -> {
                  String origin = origins.putIfAbsent(vm, item.location());
                  if (origin == null) {
                    add(snapshots, images, refused);
                  } else {
                    snapshots.forEach(image -> refused.add(twice(image, origin)));
                  }
                });
      }
    }
    return new SnapshotPlan(
        images, refused, Set.of(), List.copyOf(new LinkedHashSet<>(roots)), origins);
  }

  private static Map<String, List<SnapshotImage>> vms(
      ByteStore store,
      ByteStore.Item item,
      List<RefusedInput> refused,
      List<String> roots,
      BiPredicate<String, String> published)
      throws IOException {
    BackupDatastore datastore = new BackupDatastore(store, refused);
    if (item.folder()) {
      roots.add(LocationText.normal(item.location()));
      return datastore.walk(item) ? datastore.vms() : new SnapshotTree(store, refused).vms(item);
    }
    roots.add(LocationText.folder(LocationText.normal(item.location())));
    if (!item.isPlain() && item.kind() != ByteStore.Kind.DEVICE) {
      refused.add(new RefusedInput(item.location(), RejectReason.UNSUPPORTED, -1, item.note()));
      return Map.of();
    }
    if (FileKinds.isManifest(store, item)) {
      return new SnapshotManifest(store, item.location(), refused, roots, published).vms();
    }
    if (datastore.addIndex(item)) {
      return datastore.vms();
    }
    String vm = FileKinds.stem(item.name());
    return new SnapshotTree(store, refused).vm(vm, item);
  }

  /**
   * Adds the snapshots of one VM; refuses those whose name is taken, such as a file {@code a@b}
   * beside the internal snapshot b of file a.
   */
  private static void add(
      List<SnapshotImage> found, List<SnapshotImage> images, List<RefusedInput> refused) {
    Map<String, String> locations = new HashMap<>();
    for (SnapshotImage image : found) {
      String other = locations.putIfAbsent(image.snapshot(), image.location());
      if (other == null) {
        images.add(image);
      } else {
        String message =
            "a snapshot called %s of %s was found in %s already: rename one of them"
                .formatted(image.snapshot(), image.vm(), other);
        refused.add(new RefusedInput(image.location(), RejectReason.UNSUPPORTED, -1, message));
      }
    }
  }

  private static RefusedInput twice(SnapshotImage image, String origin) {
    return new RefusedInput(
        image.location(),
        RejectReason.UNSUPPORTED,
        -1,
        "a VM called " + image.vm() + " was found in " + origin + " already: rename one of them");
  }
}
