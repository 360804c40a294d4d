package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Opens disk images with their backing chains. Backing files must be within the roots, so that an
 * image cannot make us read files that are not inputs; symbolic links are followed as the store
 * does.
 */
public final class DiskOpener {
  private final ByteStore store;
  private final List<String> roots;

  /**
   * @param roots URIs of folders or files that backing files may be in
   */
  public DiskOpener(ByteStore store, List<String> roots) {
    this.store = new OvaFolders(store);
    this.roots = List.copyOf(roots);
  }

  /**
   * Opens a disk; headers of the whole chain are read, tables are not.
   *
   * @param format format if known; null to detect it from the file
   * @param internalSnapshot id or name of a snapshot inside of the file, or null for its active
   *     state
   * @throws dev.varve.model.MalformedBlobException when a file of the chain is damaged, missing,
   *     refused, or backs itself
   */
  public Disk open(String location, @Nullable DiskFormat format, @Nullable String internalSnapshot)
      throws IOException {
    return new BackingChain(store, roots).open(new BackingName(location, format), internalSnapshot);
  }

  /** Opens a disk that is no file of its own. */
  public Disk open(PackedDisk disk) throws IOException {
    return disk.open(store);
  }

  /**
   * Bytes that a disk file and its data files take in the store: their lengths, without the holes
   * of sparse files where the store knows them. Backing files are not part of it.
   */
  public long fileBytes(String location, @Nullable DiskFormat format) throws IOException {
    long bytes = 0;
    for (String file : files(location, head(location, format).dataFiles())) {
      Optional<ByteStore.Item> item = store.find(file);
      if (item.isPresent()) {
        try (Holes holes = store.holes(file)) {
          bytes += holes.dataBytes(item.get().bytes());
        }
      }
    }
    return bytes;
  }

  /**
   * The state of the files of an open disk and of its backing files. An internal snapshot has that
   * of its entry in place of its file, as other states of the file change without it.
   *
   * @param format of the topmost file, null to detect it
   */
  public FileState stateOfChain(
      Disk disk, @Nullable DiskFormat format, @Nullable String internalSnapshot)
      throws IOException {
    List<FileState> states = new ArrayList<>();
    DiskFormat known = format;
    String inner = internalSnapshot;
    for (Disk file = disk; file != null; file = file.backing()) {
      DiskHead head = head(file.location(), known);
      states.add(
          inner == null
              ? stateOfFile(file.location(), head.dataFiles())
              : stateOfSnapshot(head, inner));
      known = head.isBackingRaw() ? DiskFormat.RAW : null;
      inner = null;
    }
    return new FileState(
        states.stream().map(FileState::text).collect(Collectors.joining(" < ")),
        states.get(0).changedAtMicros());
  }

  private static FileState stateOfSnapshot(DiskHead head, String internalSnapshot) {
    return head.snapshots().stream()
        .filter(snapshot -> snapshot.id().equals(internalSnapshot))
        .findFirst()
        .map(
            snapshot ->
                new FileState(
                    "snapshot %s %s"
                        .formatted(
                            snapshot.id(),
                            Instant.EPOCH.plus(snapshot.takenAtMicros(), ChronoUnit.MICROS)),
                    snapshot.takenAtMicros()))
        .orElse(new FileState("snapshot " + internalSnapshot, null));
  }

  /** The state of a file, and of further files that belong to it. */
  public FileState stateOfFile(String location, List<String> dataFiles) throws IOException {
    List<String> states = new ArrayList<>();
    long lastMillis = 0;
    for (String file : files(location, dataFiles)) {
      Optional<ByteStore.Item> item = store.find(file);
      // The time of a device is not that of what is on it.
      boolean isTimed = item.isPresent() && item.get().kind() == ByteStore.Kind.FILE;
      long millis = isTimed ? changedAtMillis(file) : 0;
      states.add(
          item.map(ByteStore.Item::bytes).orElse(0L)
              + (millis == 0 ? "" : " " + Instant.ofEpochMilli(millis)));
      lastMillis = Math.max(lastMillis, millis);
    }
    return new FileState(
        String.join(", ", states),
        lastMillis == 0 ? null : (Long) TimeUnit.MILLISECONDS.toMicros(lastMillis));
  }

  private static Set<String> files(String location, List<String> dataFiles) {
    Set<String> files = new LinkedHashSet<>(List.of(location));
    files.addAll(dataFiles);
    return files;
  }

  private long changedAtMillis(String file) throws IOException {
    try {
      return store.changedAtMillis(file);
    } catch (FileNotFoundException e) {
      return 0; // deleted meanwhile, which reading it reports
    }
  }

  /** Reads the header of one file. */
  public DiskHead head(String location, @Nullable DiskFormat format) throws IOException {
    try (DiskFile file = new DiskFile(store, location, 0)) {
      DiskFormat found = format == null ? BackingChain.sniff(file) : format;
      return found.reader().head(file);
    }
  }
}
