package dev.varve.input.inventory;

import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.LocationText;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.BackupState;
import dev.varve.model.ByteStore;
import dev.varve.model.EpochMicros;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import dev.varve.model.WalkedFolders;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Indexes in a datastore of Proxmox Backup Server, {@code [ns/NAMESPACE/]TYPE/ID/TIME/ARCHIVE.fidx}
 * or {@code .didx}, or in one folder of it. Each archive of a group is a VM, named {@code
 * NAMESPACE/TYPE/ID/ARCHIVE} without {@code .img}; each backup time is one snapshot of that VM.
 * Names are taken from the whole path, so that they do not depend on which folder is the input. The
 * chunks of the datastore are not read.
 */
final class BackupDatastore {
  private static final Pattern SNAPSHOT =
      Pattern.compile(
          "(?:.*?/)?((?:ns/[^/]+/)*)((?:vm|ct|host)/[^/]+)"
              + "/(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)");
  private static final Pattern LEVEL = Pattern.compile("ns|vm|ct|host");
  private static final Pattern TIME = Pattern.compile("\\d{4}-.+Z");
  private static final String MANIFEST = "index.json.blob";
  private static final String PROTECTED = ".protected";
  private static final Pattern COMPANION = Pattern.compile("\\..*|.*\\.(blob|log|tmp.*)");

  private final ByteStore store;
  private final List<RefusedInput> refused;
  private final Map<String, List<FoundDisk>> found = new TreeMap<>(NaturalOrder.NAMES);

  /**
   * @param refused receives what cannot be used
   */
  BackupDatastore(ByteStore store, List<RefusedInput> refused) {
    this.store = store;
    this.refused = refused;
  }

  /** Finds all indexes below a folder; returns whether there are snapshots of a datastore. */
  boolean walk(ByteStore.Item folder) throws IOException {
    WalkedFolders walked = new WalkedFolders(store, folder.location());
    return walk(folder, walked);
  }

  private boolean walk(ByteStore.Item folder, WalkedFolders walked) throws IOException {
    Matcher snapshot = SNAPSHOT.matcher(LocationText.normal(folder.location()));
    if (snapshot.matches()) {
      addAll(folder, snapshot);
      return true;
    }
    boolean foundSnapshots = false;
    boolean isLevel = LEVEL.matcher(folder.name()).matches();
    for (ByteStore.Item child : store.list(folder.location())) {
      String name = child.name();
      if (child.folder()
          && (isLevel || LEVEL.matcher(name).matches() || TIME.matcher(name).matches())) {
        Optional<String> why = walked.enter(child.location());
        if (why.isEmpty()) {
          foundSnapshots |= walk(child, walked);
        } else {
          refuse(child, RejectReason.UNSUPPORTED, why.get());
        }
      }
    }
    return foundSnapshots;
  }

  /** Adds a single index; returns whether it is one of a datastore. */
  boolean addIndex(ByteStore.Item file) throws IOException {
    String folder = LocationText.folder(LocationText.normal(file.location()));
    Matcher snapshot = SNAPSHOT.matcher(folder);
    Optional<TraceFormat> format = format(file);
    if (format.isPresent() && snapshot.matches()) {
      add(file, format.get(), snapshot, state(store.list(folder)));
      return true;
    }
    return false;
  }

  /** The snapshots of each VM, in order. */
  Map<String, List<SnapshotImage>> vms() {
    Map<String, List<SnapshotImage>> vms = new TreeMap<>(NaturalOrder.NAMES);
    found.forEach(
        (vm, indexes) -> {
          indexes.sort(Comparator.comparing(FoundDisk::snapshot));
          for (int at = 1; at < indexes.size(); at++) {
            indexes.set(at, indexes.get(at).withParent(indexes.get(at - 1).snapshot()));
          }
          vms.put(vm, SnapshotOrder.withInternalSnapshots(indexes));
        });
    return vms;
  }

  private void addAll(ByteStore.Item folder, Matcher snapshot) throws IOException {
    int indexes = 0;
    List<ByteStore.Item> files = store.list(folder.location());
    BackupState state = state(files);
    for (ByteStore.Item file : files) {
      Optional<TraceFormat> format = format(file);
      if (!file.isPlain()) {
        refuse(file, RejectReason.UNSUPPORTED, file.note());
      } else if (format.isPresent() && !file.folder()) {
        add(file, format.get(), snapshot, state);
        indexes++;
      } else if (!COMPANION.matcher(file.name()).matches()) {
        refuse(file, RejectReason.UNSUPPORTED, "not known as an index of a backup");
      }
    }
    if (indexes == 0) {
      refuse(folder, RejectReason.ABSENT, "there is no index in this snapshot");
    }
  }

  /**
   * The state of a backup, derived from the files in its folder; null for a finished backup that
   * may be removed.
   *
   * @see <a
   *     href="https://git.proxmox.com/?p=proxmox-backup.git;a=blob;f=pbs-datastore/src/backup_info.rs">backup_info.rs</a>
   */
  private static @Nullable BackupState state(List<ByteStore.Item> files) {
    Set<String> names = files.stream().map(ByteStore.Item::name).collect(Collectors.toSet());
    return names.contains(PROTECTED)
        ? BackupState.PROTECTED
        : names.contains(MANIFEST) ? null : BackupState.UNFINISHED;
  }

  private void add(
      ByteStore.Item file, TraceFormat format, Matcher snapshot, @Nullable BackupState state)
      throws IOException {
    String namespace = snapshot.group(1).replaceAll("ns/([^/]+/)", "$1");
    String vm = namespace + snapshot.group(2) + "/" + FileKinds.stem(FileKinds.stem(file.name()));
    String time = snapshot.group(3);
    try {
      long takenAtMicros = EpochMicros.of(Instant.parse(time));
      DiskOpener opener = new DiskOpener(store, List.of());
      found
          .computeIfAbsent(vm, name -> new ArrayList<>())
          .add(FoundDisk.of(opener, vm, time, file, format).asBackup(takenAtMicros, state));
    } catch (DateTimeException e) {
      refuse(file, RejectReason.CORRUPT, "its snapshot is named by no time: " + time);
    }
  }

  private static Optional<TraceFormat> format(ByteStore.Item file) {
    return file.name().endsWith(".fidx")
        ? Optional.of(TraceFormat.FIDX)
        : file.name().endsWith(".didx") ? Optional.of(TraceFormat.DIDX) : Optional.empty();
  }

  private void refuse(ByteStore.Item item, RejectReason reason, String message) {
    refused.add(new RefusedInput(item.location(), reason, -1, message));
  }
}
