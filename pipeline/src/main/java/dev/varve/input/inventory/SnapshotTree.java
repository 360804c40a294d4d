package dev.varve.input.inventory;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.LocationText;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import dev.varve.model.WalkedFolders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder tree {@code VM/SNAPSHOT}. Each child folder of the input is a VM; each file in it, and
 * each folder in it that contains exactly one disk file, is a snapshot. {@link FolderDisks} tells
 * several disks of a VM apart, and the chains of disk files in the input folder itself. Folders in
 * which a hypervisor keeps disks of a VM count as that VM's own. Skipped are names that begin with
 * a dot, data files of a disk in the same folder, and what hypervisors and people keep alongside
 * disks, as {@link FileKinds#isCompanion} knows.
 */
final class SnapshotTree {
  private static final Comparator<FoundDisk> BY_NAME =
      Comparator.comparing(FoundDisk::snapshot, NaturalOrder.NAMES);

  private final ByteStore store;
  private final DiskOpener opener;
  private final List<RefusedInput> refused;
  private final Map<String, List<FoundDisk>> found = new TreeMap<>(NaturalOrder.NAMES);
  private final List<Unknown> unknown = new ArrayList<>();

  /** Name for the disk files in the input folder itself; null if there are none, or of one VM. */
  private @Nullable String pool;

  /** A file whose format neither name nor content shows. */
  private record Unknown(String vm, String snapshot, ByteStore.Item file, RefusedInput refusal) {}

  /**
   * @param refused receives what cannot be used
   */
  SnapshotTree(ByteStore store, List<RefusedInput> refused) {
    this.store = store;
    this.opener = new DiskOpener(store, List.of());
    this.refused = refused;
  }

  /** The snapshots of each VM, in order. */
  Map<String, List<SnapshotImage>> vms(ByteStore.Item input) throws IOException {
    List<ByteStore.Item> own = new ArrayList<>();
    WalkedFolders walked = new WalkedFolders(store, input.location());
    for (ByteStore.Item child : contents(input, walked)) {
      if (child.folder()) {
        if (visible(child.location()).isEmpty()) {
          refuse(child.location(), RejectReason.ABSENT, "there is no disk in this folder");
        }
        addVm(FileKinds.folderName(child), contents(child, walked));
      } else {
        own.add(child);
      }
    }
    if (!own.isEmpty()) {
      String name = input.name().isEmpty() ? "vm" : FileKinds.folderName(input);
      String vm = found.containsKey(name) ? "./" + name : name;
      addVm(vm, own);
      // Only the folder of a VM has folders in which a hypervisor keeps disks.
      pool = visible(input.location()).stream().anyMatch(FileKinds::isDiskFolder) ? null : vm;
    }
    return snapshots();
  }

  /** The snapshots of a VM that consists of one file. */
  Map<String, List<SnapshotImage>> vm(String vm, ByteStore.Item file) throws IOException {
    addVm(vm, List.of(file));
    return snapshots();
  }

  private void addVm(String vm, List<ByteStore.Item> items) throws IOException {
    found.put(vm, new ArrayList<>());
    for (ByteStore.Item item : items) {
      if (item.folder()) {
        ByteStore.Item disk = onlyDisk(item);
        if (disk != null) {
          add(vm, FileKinds.folderName(item), disk);
        }
      } else {
        add(vm, FileKinds.stem(item.name()), item);
      }
    }
  }

  /** All that was found, in order. */
  private Map<String, List<SnapshotImage>> snapshots() throws IOException {
    addRawBases();
    Map<String, List<SnapshotImage>> vms = new TreeMap<>(NaturalOrder.NAMES);
    for (Map.Entry<String, List<FoundDisk>> vm : found.entrySet()) {
      List<FoundDisk> files = vm.getValue();
      Set<String> data = new HashSet<>();
      files.forEach(image -> data.addAll(image.dataFiles()));
      files.removeIf(image -> data.contains(image.location()));
      refused.removeIf(candidate -> data.contains(LocationText.normal(candidate.location())));
      FolderDisks.split(vm.getKey(), files, vm.getKey().equals(pool))
          .forEach(
              (name, disks) ->
                  vms.put(
                      name,
                      SnapshotOrder.withInternalSnapshots(ordered(withDistinctNames(disks)))));
    }
    return vms;
  }

  /**
   * Adds files of unknown format as raw disks if the header of a disk that they back says that its
   * backing file is raw.
   */
  private void addRawBases() throws IOException {
    Set<String> raw = new HashSet<>();
    for (List<FoundDisk> files : found.values()) {
      for (FoundDisk file : files) {
        if (file.head() != null && file.head().isBackingRaw() && file.backing() != null) {
          raw.add(file.backing());
        }
      }
    }
    for (Unknown candidate : unknown) {
      if (raw.contains(LocationText.normal(candidate.file.location()))) {
        Objects.requireNonNull(found.get(candidate.vm))
            .add(
                FoundDisk.of(
                    opener, candidate.vm, candidate.snapshot, candidate.file, DiskFormat.RAW));
      } else {
        refused.add(candidate.refusal);
      }
    }
  }

  /**
   * Items in the folder of a VM, including those in its subfolders in which a hypervisor keeps
   * disks.
   */
  private List<ByteStore.Item> contents(ByteStore.Item folder, WalkedFolders walked)
      throws IOException {
    List<ByteStore.Item> contents = new ArrayList<>();
    for (ByteStore.Item item : enter(visible(folder.location()), walked)) {
      if (FileKinds.isDiskFolder(item)) {
        contents.addAll(enter(visible(item.location()), walked));
      } else {
        contents.add(item);
      }
    }
    return contents;
  }

  private List<ByteStore.Item> visible(String folder) throws IOException {
    List<ByteStore.Item> visible = new ArrayList<>();
    for (ByteStore.Item item : store.list(folder)) {
      if (!item.name().startsWith(".") && !FileKinds.isCompanion(store, item)) {
        visible.add(item);
      }
    }
    return visible;
  }

  /** Files, and folders that were not seen before; everything else is refused. */
  private List<ByteStore.Item> enter(List<ByteStore.Item> items, WalkedFolders walked)
      throws IOException {
    List<ByteStore.Item> open = new ArrayList<>();
    for (ByteStore.Item item : items) {
      Optional<String> why =
          item.isPlain()
              ? item.folder() ? walked.enter(item.location()) : Optional.empty()
              : Optional.of(item.note());
      if (why.isEmpty()) {
        open.add(item);
      } else {
        refuse(item.location(), RejectReason.UNSUPPORTED, why.get());
      }
    }
    return open;
  }

  private ByteStore.@Nullable Item onlyDisk(ByteStore.Item folder) throws IOException {
    List<ByteStore.Item> disks = new ArrayList<>();
    List<ByteStore.Item> items = visible(folder.location());
    for (ByteStore.Item item : items) {
      try {
        if (!item.folder() && FileKinds.isDisk(store, item)) {
          disks.add(item);
        } else {
          refuse(item.location(), RejectReason.UNSUPPORTED, "not known as a disk");
        }
      } catch (MalformedBlobException e) {
        refused.add(RefusedInput.of(item.location(), e));
      }
    }
    if (items.size() > 1) {
      withoutData(disks);
    }
    if (disks.size() != 1) {
      refuse(
          folder.location(),
          RejectReason.UNSUPPORTED,
          "the folder of a snapshot must contain one disk, this one contains "
              + disks.size()
              + ": list them in a manifest, each disk as a VM");
      return null;
    }
    return disks.get(0);
  }

  /** Removes external data files of disks from the list of disks, and from the refused inputs. */
  private void withoutData(List<ByteStore.Item> disks) throws IOException {
    Set<String> data = new HashSet<>();
    for (ByteStore.Item disk : disks) {
      try {
        data.addAll(opener.head(disk.location(), null).dataFiles());
      } catch (MalformedBlobException e) {
        // If the file is a snapshot, opening it reports the fault.
      }
    }
    disks.removeIf(disk -> data.contains(LocationText.normal(disk.location())));
    refused.removeIf(candidate -> data.contains(LocationText.normal(candidate.location())));
  }

  private void add(String vm, String snapshot, ByteStore.Item file) throws IOException {
    try {
      Optional<SnapshotFormat> format = FileKinds.detect(store, file);
      if (format.isEmpty()) {
        RefusedInput why = RefusedInput.of(file.location(), FileKinds.unknown());
        unknown.add(new Unknown(vm, snapshot, file, why));
        return;
      }
      Objects.requireNonNull(found.get(vm))
          .add(FoundDisk.of(opener, vm, snapshot, file, format.get()));
    } catch (MalformedBlobException e) {
      refused.add(RefusedInput.of(file.location(), e));
    }
  }

  /** Gives snapshots distinct names: files whose names differ only in their suffix keep it. */
  private static List<FoundDisk> withDistinctNames(List<FoundDisk> found) {
    Map<String, Integer> uses = new HashMap<>();
    found.forEach(image -> uses.merge(image.snapshot(), 1, Integer::sum));
    return found.stream()
        .map(
            image ->
                uses.getOrDefault(image.snapshot(), 0) == 1
                    ? image
                    : image.withSnapshot(LocationText.name(image.location())))
        .toList();
  }

  /**
   * Orders by backing files; the parent of an image without a backing file in its VM is the image
   * before it.
   */
  private static List<FoundDisk> ordered(List<FoundDisk> found) {
    Map<String, String> names = new HashMap<>();
    found.forEach(image -> names.put(image.location(), image.snapshot()));
    List<FoundDisk> linked = new ArrayList<>();
    for (FoundDisk image : found) {
      String backing = image.backing();
      linked.add(image.withParent(backing == null ? null : names.get(backing)));
    }
    List<FoundDisk> looping = new ArrayList<>();
    List<FoundDisk> order = SnapshotOrder.sort(linked, BY_NAME, looping);
    order.addAll(looping); // opening them will report the loop
    for (int at = 1; at < order.size(); at++) {
      if (order.get(at).parent() == null) {
        order.set(at, order.get(at).withParent(order.get(at - 1).snapshot()));
      }
    }
    return order;
  }

  private void refuse(String location, RejectReason reason, String message) {
    refused.add(new RefusedInput(location, reason, -1, message));
  }
}
