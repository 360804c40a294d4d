package dev.varve.input.inventory;

import dev.varve.input.disk.LocationText;
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
 *
 * <p>In an input without folders of VMs, such as a pool of libvirt, each chain of backing files is
 * a VM, {@code FOLDER/FILE} by its lowest file, and so is each disk that stands alone. Disks
 * without backing files and internal snapshots whose names differ in date and time alone are
 * snapshots of one VM, named after what they share. If the folder has no other disks, any number
 * will do for a date.
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

  /** Numbers in the names of copies of one disk, and what dates have between them. */
  private static final Pattern NUMBERS = Pattern.compile("[-_.: ]*\\d+(?:T(?=\\d))?(?:Z$)?");

  /**
   * A date, with a time if one follows directly, or seconds since 1970. Other numbers distinguish
   * disks, as those of nodes and customers.
   */
  private static final Pattern DATE =
      Pattern.compile(
          "(?<!\\d)(?:(?:19|20)\\d\\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\\d|3[01])"
              + "(?:[T_ -]?[0-2]\\d[-:._]?[0-5]\\d(?:[-:._]?[0-5]\\d)?Z?)?"
              + "|1\\d{9})(?!\\d)");

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

  /**
   * The files of each VM, by its name.
   *
   * @param isPool whether the folder is an input, and not the folder of one VM
   */
  static Map<String, List<FoundDisk>> split(String vm, List<FoundDisk> found, boolean isPool) {
    FolderDisks folder = new FolderDisks(found);
    Map<FoundDisk, String> disks = folder.disks(found);
    if (disks.isEmpty() && isPool) {
      disks = folder.chains(found);
    }
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

  /**
   * The name of the lowest file of each file's chain, or what the names of copies by date share;
   * empty if all are states of one disk.
   */
  private Map<FoundDisk, String> chains(List<FoundDisk> found) {
    Map<FoundDisk, String> chains = new HashMap<>();
    Set<String> names = new HashSet<>();
    boolean areAlone = true;
    Set<String> below = new HashSet<>();
    found.forEach(file -> below.add(String.valueOf(file.backing())));
    Map<String, List<FoundDisk>> copies = new HashMap<>();
    for (FoundDisk file : found) {
      List<FoundDisk> chain = chain(file);
      FoundDisk lowest =
          chain.contains(file) || chain.isEmpty() ? file : chain.get(chain.size() - 1);
      chains.put(file, FileKinds.stem(LocationText.name(lowest.location())));
      names.add(NUMBERS.matcher(file.snapshot()).replaceAll(""));
      boolean isAlone = file.backing() == null && file.internalSnapshots().isEmpty();
      areAlone &= isAlone;
      String copied = withoutDate(file.snapshot());
      if (isAlone && !copied.isEmpty() && !below.contains(file.location())) {
        copies.computeIfAbsent(copied, of -> new ArrayList<>()).add(file);
      }
    }
    copies.values().removeIf(files -> files.size() == 1);
    copies.forEach((name, files) -> files.forEach(file -> chains.put(file, name)));
    boolean areStates = areAlone && names.size() == 1;
    return areStates || found.stream().anyMatch(file -> file.format().isTrace())
        ? Map.of()
        : chains;
  }

  /** A name without its date, which copies of a disk share; empty for a name without a date. */
  private static String withoutDate(String name) {
    Matcher date = DATE.matcher(name);
    if (!date.find()) {
      return "";
    }
    String before = name.substring(0, date.start()).replaceFirst("[-_.: ]+$", "");
    return (before + name.substring(date.end())).replaceFirst("^[-_.: ]+", "");
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
