package dev.varve.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Opens disk images with their backing chains. Backing files must lie within the roots, so that an
 * image cannot make us read what was not given; a symbolic link is followed as the store does.
 */
public final class DiskOpener {
  private static final int MOST_FILES = 256;

  private final ByteStore store;
  private final List<String> roots;

  /**
   * @param roots URIs of folders or files that backing files may lie in
   */
  public DiskOpener(ByteStore store, List<String> roots) {
    this.store = store;
    this.roots = List.copyOf(roots);
  }

  /**
   * What one file says of itself, without its backing chain.
   *
   * @param backing URI of its backing file, or null
   * @param snapshots internal ones, in the order of their table
   */
  public record Head(
      DiskFormat format,
      long virtualBytes,
      @Nullable String backing,
      List<InternalSnapshot> snapshots) {}

  /** The disk of a plan's snapshot, which must not be a trace. */
  public Disk open(SnapshotImage image) throws IOException {
    return open(image.location(), image.format(), image.internalSnapshot());
  }

  /**
   * Opens a disk; headers of the whole chain are read, tables are not.
   *
   * @param format as known, or null when the magic shall decide
   * @param internalSnapshot id or name of a snapshot inside of the file, or null for its active
   *     state
   * @throws MalformedBlobException when a file of the chain is damaged, missing, refused, or backs
   *     itself
   * @throws IllegalArgumentException when the format is that of a trace
   */
  public Disk open(String location, @Nullable DiskFormat format, @Nullable String internalSnapshot)
      throws IOException {
    return open(
        new BackingName(location, format),
        internalSnapshot,
        new ArrayList<>(),
        new CompressedClusters());
  }

  /** Reads the header of one file. */
  public Head head(String location, @Nullable DiskFormat format) throws IOException {
    try (DiskFile file = new DiskFile(store, location, 0)) {
      DiskFormat found = format == null ? sniff(file) : format;
      if (found != DiskFormat.QCOW2) {
        return new Head(found, file.bytes(), null, List.of());
      }
      Qcow2Header header = Qcow2Header.read(file);
      activeMap(file, header);
      String name = header.backingName();
      String backing = name == null ? null : BackingName.of(file, header, name).location();
      return new Head(found, header.virtualBytes(), backing, SnapshotTable.read(file, header));
    }
  }

  private Disk open(
      BackingName place, @Nullable String snapshot, List<String> above, CompressedClusters clusters)
      throws IOException {
    String location = Locations.normal(place.location());
    checkChain(location, above);
    DiskFile file = new DiskFile(store, place.location(), above.size());
    try {
      DiskFormat format = place.format() == null ? sniff(file) : place.format();
      if (format.isTrace()) {
        throw new IllegalArgumentException("a " + format.label() + " has no bytes to read");
      }
      if (format == DiskFormat.RAW) {
        if (snapshot != null) {
          throw file.malformed(
              RejectReason.ABSENT, -1, "a raw image has no internal snapshot " + snapshot);
        }
        return new RawDisk(file);
      }
      Qcow2Header header = Qcow2Header.read(file);
      InternalSnapshot state = snapshot == null ? null : find(file, header, snapshot);
      Qcow2Map map =
          state == null
              ? activeMap(file, header)
              : new Qcow2Map(
                  file,
                  header,
                  header.snapshotsOffset(),
                  state.l1Offset(),
                  state.l1Entries(),
                  state.virtualBytes());
      String name = header.backingName();
      above.add(location);
      Disk backing =
          name == null ? null : open(BackingName.of(file, header, name), null, above, clusters);
      long bytes = state == null ? header.virtualBytes() : state.virtualBytes();
      return new Qcow2Disk(file, header, map, bytes, backing, clusters);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, file);
      throw e;
    }
  }

  private void checkChain(String location, List<String> above) throws MalformedBlobException {
    if (above.isEmpty()) {
      return;
    }
    int seen = above.indexOf(location);
    if (seen >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          -1,
          "the backing chain loops: "
              + String.join(" -> ", above.subList(seen, above.size()))
              + " -> "
              + location);
    }
    if (above.size() >= MOST_FILES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, -1, "a backing chain of more than " + MOST_FILES + " files");
    }
    if (roots.stream().noneMatch(root -> Locations.within(location, root))) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          -1,
          "the backing file "
              + location
              + " lies outside of the inputs: give its folder as an input too, or change the name"
              + " in the image with qemu-img rebase -u");
    }
  }

  private static DiskFormat sniff(DiskFile file) throws IOException {
    byte[] head = file.head(DiskFormat.HEAD_BYTES);
    if (DiskFormat.isQcow(head)) {
      return DiskFormat.QCOW2;
    }
    String foreign = DiskFormat.foreign(head).orElse(null);
    if (foreign != null) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          0,
          foreign + " images are not read; qemu-img convert makes qcow2 of them");
    }
    if (file.location().toLowerCase(Locale.ROOT).matches(".*\\.qcow2?")) {
      throw file.corrupt(0, "no qcow2 image, as its name says: the magic is missing");
    }
    return DiskFormat.RAW;
  }

  private static Qcow2Map activeMap(DiskFile file, Qcow2Header header) throws IOException {
    return new Qcow2Map(
        file,
        header,
        Qcow2Header.L1_AT,
        header.l1Offset(),
        header.l1Entries(),
        header.virtualBytes());
  }

  /** By id first, then by name, as QEMU does. */
  private static InternalSnapshot find(DiskFile file, Qcow2Header header, String wanted)
      throws IOException {
    List<InternalSnapshot> all = SnapshotTable.read(file, header);
    return all.stream()
        .filter(snapshot -> snapshot.id().equals(wanted))
        .findFirst()
        .or(() -> all.stream().filter(snapshot -> snapshot.name().equals(wanted)).findFirst())
        .orElseThrow(
            () ->
                file.malformed(RejectReason.ABSENT, -1, "there is no internal snapshot " + wanted));
  }

  private static void closeAfter(Exception fault, Closeable open) {
    try {
      open.close();
    } catch (IOException e) {
      fault.addSuppressed(e);
    }
  }
}
