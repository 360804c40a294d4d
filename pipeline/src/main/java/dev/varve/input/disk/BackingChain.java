package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of one backing chain, from the topmost downwards, and remembers those already
 * opened.
 */
final class BackingChain {
  /** Most files of one chain, all of which are open at the same time. */
  private static final int MOST_FILES = 1024;

  private final ByteStore store;
  private final List<String> roots;
  private final List<String> openedLocations = new ArrayList<>();
  private final CompressedClusters clusters = new CompressedClusters();

  BackingChain(ByteStore store, List<String> roots) {
    this.store = store;
    this.roots = roots;
  }

  /** Inflates compressed clusters, for all files of the chain. */
  CompressedClusters clusters() {
    return clusters;
  }

  /** Opens a file and the chain of files below it. */
  Disk open(BackingName place, @Nullable String snapshot) throws IOException {
    Deque<DiskLayer> layers = new ArrayDeque<>();
    try {
      layers.push(openLayer(place, snapshot));
      for (BackingName below = layers.element().below(); below != null; ) {
        layers.push(openLayer(below, null));
        below = layers.element().below();
      }
    } catch (IOException | RuntimeException e) {
      layers.forEach(layer -> closeAfter(e, layer.files()));
      throw e;
    }
    Disk disk = null;
    for (DiskLayer layer : layers) {
      disk = layer.stacking().on(disk);
    }
    return Objects.requireNonNull(disk);
  }

  private DiskLayer openLayer(BackingName place, @Nullable String snapshot) throws IOException {
    String location = LocationText.normal(place.location());
    requireNotOpened(location);
    DiskFile file = new DiskFile(store, place.location(), openedLocations.size());
    openedLocations.add(location);
    try {
      DiskFormat format = place.format() == null ? sniff(file) : place.format();
      requireIdentity(place.identity(), format.reader(), file);
      return snapshot == null
          ? format.reader().open(file, this)
          : format.reader().open(file, snapshot, this);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, file);
      throw e;
    }
  }

  private static void requireIdentity(@Nullable String identity, DiskReader reader, DiskFile file)
      throws IOException {
    String own = identity == null ? null : reader.identity(file);
    if (identity != null && !identity.equals(own)) {
      throw file.corrupt(
          -1,
          "the image over it belongs to a file of identity "
              + identity
              + ", and this one is "
              + (own == null ? "of a format without identities" : own)
              + ": it was replaced, or changed since");
    }
  }

  /**
   * Opens the external data file of an image of this chain.
   *
   * @param location normal, as {@link LocationText#normal} has it
   */
  DiskFile openDataFile(String location) throws IOException {
    requireData(location);
    return DiskFile.ofData(store, location);
  }

  /** Refuses a data file that is already part of the chain or is outside the roots. */
  void requireData(String location) throws MalformedBlobException {
    if (openedLocations.contains(location)) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "the data file " + location + " is an image of the same chain");
    }
    requireInRoots("data file", location, "");
  }

  /** The format by the file's magic and name. */
  static DiskFormat sniff(DiskFile file) throws IOException {
    try {
      byte[] head = file.head(SnapshotFormat.HEAD_BYTES);
      Optional<DiskFormat> byHead = DiskFormat.of(head);
      return byHead.isPresent()
          ? byHead.get()
          : DiskFormat.of(file.location(), head, file.tail(SnapshotFormat.HEAD_BYTES));
    } catch (MalformedBlobException e) {
      throw file.withFileName(e);
    }
  }

  private void requireNotOpened(String location) throws MalformedBlobException {
    if (openedLocations.isEmpty()) {
      return;
    }
    int seen = openedLocations.indexOf(location);
    if (seen >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          "the backing chain loops: "
              + String.join(" -> ", openedLocations.subList(seen, openedLocations.size()))
              + " -> "
              + location);
    }
    if (openedLocations.size() >= MOST_FILES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          "a backing chain of more than "
              + MOST_FILES
              + " files; qemu-img commit or convert makes it shorter");
    }
    requireInRoots(
        "backing file", location, ", or change the name in the image with qemu-img rebase -u");
  }

  private void requireInRoots(String what, String location, String advice)
      throws MalformedBlobException {
    if (roots.isEmpty()) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "the "
              + what
              + " "
              + location
              + " is outside of its image, where a disk has to stand alone: qemu-img convert makes"
              + " one that does");
    }
    if (roots.stream().noneMatch(root -> LocationText.isWithin(location, root))) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "the "
              + what
              + " "
              + location
              + " is outside of the inputs: add its folder as an input"
              + advice);
    }
  }

  static void closeAfter(Exception fault, Closeable open) {
    try {
      open.close();
    } catch (IOException e) {
      fault.addSuppressed(e);
    }
  }
}
