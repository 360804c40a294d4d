package dev.varve.input.inventory;

import dev.varve.model.NaturalOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the disks of a VM whose files are in one folder, as Proxmox keeps them: {@code
 * vm-102-disk-0.qcow2}, {@code vm-102-disk-1.raw}. The number of a disk stands behind the word disk
 * in the names of its files. {@code vm-102-cloudinit}, and the memory of a snapshot, {@code
 * vm-102-state-NAME}, each count as a further disk. Files with the same number are snapshots of one
 * disk, and so are files that back one another. If a folder has two disks or more, each becomes a
 * VM of its own, {@code FOLDER/vm-102-disk-0}. Otherwise, and for files without a number, the
 * folder is the VM.
 */
final class FolderDisks {
  /**
   * The part of a name that identifies a disk. Numbers of more than three digits and dates are
   * excluded, as they distinguish snapshots.
   */
  private static final Pattern DISK =
      Pattern.compile(
          "(.*?(?<![a-z])disk[-_.]?\\d{1,3}|vm-\\d+-cloudinit|vm-\\d+-state-.+)"
              + "(?![\\da-z]|[-_.]\\d{1,2}[-_.]\\d{2}).*",
          Pattern.CASE_INSENSITIVE);

  private final Map<String, FoundDisk> byLocation = new HashMap<>();

  /**
   * Disks whose files are backed by a file of another number: that disk, by the disk above. Both
   * count as one disk.
   */
  private final Map<String, String> sameDiskAs = new HashMap<>();

  private FolderDisks(List<FoundDisk> found) {
    found.forEach(file -> byLocation.put(file.location(), file));
    for (FoundDisk file : found) {
      String ownName = ownDisk(file);
      String below = backingDisk(file);
      if (ownName != null
          && below != null
          && !representative(ownName).equals(representative(below))) {
        sameDiskAs.put(representative(ownName), representative(below));
      }
    }
  }

  /** The files of each VM, by its name. */
  static Map<String, List<FoundDisk>> split(String vm, List<FoundDisk> found) {
    FolderDisks folder = new FolderDisks(found);
    Map<FoundDisk, String> disks = folder.disks(found);
    boolean areSeveral = disks.values().stream().distinct().count() > 1;
    Map<String, List<FoundDisk>> vms = new TreeMap<>(NaturalOrder.NAMES);
    for (FoundDisk file : found) {
      String disk = areSeveral ? disks.get(file) : null;
      String name = disk == null ? vm : vm + "/" + disk;
      vms.computeIfAbsent(name, of -> new ArrayList<>()).add(file.withVm(name));
    }
    return vms;
  }

  /** The disk of each file; files that belong to no disk are absent. */
  private Map<FoundDisk, String> disks(List<FoundDisk> found) {
    Map<FoundDisk, String> disks = new HashMap<>();
    Map<FoundDisk, Set<String>> above = new HashMap<>();
    for (FoundDisk file : found) {
      String ownName = ownDisk(file);
      String disk = ownName == null ? backingDisk(file) : ownName;
      if (disk != null) {
        disks.put(file, representative(disk));
        for (FoundDisk base : chain(file)) {
          above.computeIfAbsent(base, of -> new HashSet<>()).add(representative(disk));
        }
      }
    }
    // A base file without a number belongs to the disk that it backs, unless it backs several
    // disks.
    above.forEach(
        (base, overlayDisks) -> {
          if (overlayDisks.size() == 1) {
            disks.putIfAbsent(base, overlayDisks.iterator().next());
          }
        });
    return disks;
  }

  private String representative(String disk) {
    String first = disk;
    while (sameDiskAs.containsKey(first)) {
      first = Objects.requireNonNull(sameDiskAs.get(first));
    }
    return first;
  }

  /** The disk in a file's own name, or null. */
  private static @Nullable String ownDisk(FoundDisk file) {
    Matcher name = DISK.matcher(file.snapshot());
    return name.matches() ? name.group(1) : null;
  }

  /** The disk named by the nearest backing file whose name has a number, or null. */
  private @Nullable String backingDisk(FoundDisk file) {
    return chain(file).stream()
        .map(FolderDisks::ownDisk)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The backing files of a file that are in this folder, the nearest first. */
  private List<FoundDisk> chain(FoundDisk file) {
    List<FoundDisk> chain = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    String backing = file.backing();
    while (backing != null && seen.add(backing) && byLocation.containsKey(backing)) {
      FoundDisk base = Objects.requireNonNull(byLocation.get(backing));
      chain.add(base);
      backing = base.backing();
    }
    return chain;
  }
}
