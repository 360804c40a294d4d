package dev.varve.input.inventory;

import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.LocationText;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A list of snapshots as CSV: columns vm, snapshot, path, and optionally parent, taken_at (ISO
 * 8601, UTC unless a zone is given) and format, in any order. Paths are relative to the manifest.
 * An empty parent means none; without the column each snapshot follows the one before it. Every
 * fault is reported with its line.
 */
final class SnapshotManifest {
  private static final Comparator<FoundDisk> BY_TIME =
      Comparator.comparing(
              FoundDisk::takenAtMicros, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparingLong(FoundDisk::line);

  private final ByteStore store;
  private final String location;
  private final DiskOpener opener;
  private final List<RefusedInput> refused;
  private final List<String> roots;
  private final BiPredicate<String, String> published;
  private final Map<String, List<FoundDisk>> found = new TreeMap<>(NaturalOrder.NAMES);
  private final Map<String, Set<String>> names = new HashMap<>();

  /**
   * @param refused receives what cannot be used
   * @param roots receives the folders of the files that the manifest names
   * @param published tests whether a snapshot was read earlier, given the names of its VM and of
   *     itself
   */
  SnapshotManifest(
      ByteStore store,
      String location,
      List<RefusedInput> refused,
      List<String> roots,
      BiPredicate<String, String> published) {
    this.store = store;
    this.location = location;
    this.opener = new DiskOpener(store, List.of());
    this.refused = refused;
    this.roots = roots;
    this.published = published;
  }

  /** The snapshots of each VM, in order. */
  Map<String, List<SnapshotImage>> vms() throws IOException {
    boolean hasParentColumn = read();
    Map<String, List<SnapshotImage>> vms = new TreeMap<>(NaturalOrder.NAMES);
    found.forEach(
        (vm, images) ->
            vms.put(vm, inOrder(images, names.getOrDefault(vm, Set.of()), hasParentColumn)));
    return vms;
  }

  /** Whether the manifest has a column of parents. */
  private boolean read() throws IOException {
    try (BufferedReader text =
        new BufferedReader(new InputStreamReader(store.open(location), StandardCharsets.UTF_8))) {
      CsvRows rows = new CsvRows(text);
      CsvRows.Row header = rows.next();
      ManifestColumns columns = ManifestColumns.of(header);
      if (!columns.faults().isEmpty()) {
        long line = header == null ? 1 : header.line();
        columns.faults().forEach(fault -> refuse(line, fault));
        return false;
      }
      for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
        try {
          add(ManifestRow.of(row, columns));
        } catch (MalformedBlobException e) {
          refuse(row.line(), e.reason(), e.explanation());
        }
      }
      return columns.has("parent");
    }
  }

  private void add(ManifestRow row) throws IOException {
    if (!names.computeIfAbsent(row.vm(), vm -> new HashSet<>()).add(row.snapshot())) {
      refuse(row.line(), "snapshot " + row.snapshot() + " of " + row.vm() + " is listed twice");
      return;
    }
    Long takenAtMicros = row.takenAtMicros();
    SnapshotFormat declared = row.format();
    ByteStore.Item file = file(row.path());
    FoundDisk image = image(row, file, declared);
    if (image != null) {
      found
          .computeIfAbsent(row.vm(), vm -> new ArrayList<>())
          .add(image.withManifestLine(row.line(), row.parent(), takenAtMicros));
    }
  }

  private ByteStore.Item file(String path) throws IOException {
    String place =
        LocationText.isUri(path) ? LocationText.normal(path) : LocationText.resolve(location, path);
    ByteStore.Item file = store.find(place).orElse(null);
    if (file == null || file.folder()) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, path + (file == null ? " is missing" : " is a folder"));
    }
    file.requirePlain();
    return file;
  }

  /** The image, or null when the file was refused. */
  private @Nullable FoundDisk image(
      ManifestRow row, ByteStore.Item file, @Nullable SnapshotFormat declared) throws IOException {
    try {
      SnapshotFormat format = declared == null ? FileKinds.format(store, file) : declared;
      FoundDisk image = FoundDisk.of(opener, row.vm(), row.snapshot(), file, format);
      roots.add(LocationText.folder(image.location()));
      return image;
    } catch (MalformedBlobException e) {
      String message = "line " + row.line() + ": " + e.explanation();
      refused.add(new RefusedInput(file.location(), e.reason(), e.offset(), message));
      return null;
    }
  }

  private List<SnapshotImage> inOrder(
      List<FoundDisk> images, Set<String> names, boolean hasParentColumn) {
    List<FoundDisk> known = withParents(images, names);
    List<FoundDisk> looping = new ArrayList<>();
    List<FoundDisk> order = SnapshotOrder.sort(known, BY_TIME, looping);
    for (FoundDisk image : looping) {
      refuse(image.line(), "the parents of snapshot " + image.snapshot() + " form a loop");
    }
    for (int at = 1; at < order.size() && !hasParentColumn; at++) {
      order.set(at, order.get(at).withParent(order.get(at - 1).snapshot()));
    }
    return SnapshotOrder.withInternalSnapshots(order);
  }

  /**
   * The disks whose parents are listed or were read earlier. Descendants of a disk that is refused
   * for its missing parent are refused too. Otherwise they would be published before that disk,
   * which follows once the list is corrected.
   */
  private List<FoundDisk> withParents(List<FoundDisk> images, Set<String> names) {
    Map<String, List<FoundDisk>> children = new HashMap<>();
    Deque<FoundDisk> refusedQueue = new ArrayDeque<>();
    for (FoundDisk image : images) {
      String parent = image.parent();
      if (parent != null && names.contains(parent)) {
        children.computeIfAbsent(parent, of -> new ArrayList<>()).add(image);
      } else if (parent != null && !published.test(image.vm(), parent)) {
        refuse(image.line(), "there is no snapshot " + parent + " to be its parent");
        refusedQueue.add(image);
      }
    }
    Set<FoundDisk> refusedDisks = new HashSet<>(refusedQueue);
    while (!refusedQueue.isEmpty()) {
      String parent = refusedQueue.remove().snapshot();
      for (FoundDisk child : children.getOrDefault(parent, List.of())) {
        if (!published.test(child.vm(), parent)) {
          refuse(child.line(), "its parent, snapshot " + parent + ", was refused");
          refusedDisks.add(child);
          refusedQueue.add(child);
        }
      }
    }
    return images.stream().filter(image -> !refusedDisks.contains(image)).toList();
  }

  private void refuse(long line, String message) {
    refuse(line, RejectReason.CORRUPT, message);
  }

  private void refuse(long line, RejectReason reason, String message) {
    refused.add(new RefusedInput(location, reason, -1, "line " + line + ": " + message));
  }
}
