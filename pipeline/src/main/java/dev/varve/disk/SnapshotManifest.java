package dev.varve.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A list of snapshots as CSV: columns vm, snapshot, path, and where wanted parent, taken_at (ISO
 * 8601, UTC unless it says otherwise) and format, in any order. Paths are relative to the manifest.
 * An empty parent means none; without the column each snapshot follows the one before it. Every
 * fault is reported with its line.
 */
final class SnapshotManifest {
  private static final List<String> NEEDED = List.of("vm", "snapshot", "path");
  private static final Set<String> KNOWN =
      Set.of("vm", "snapshot", "path", "parent", "taken_at", "format");
  private static final DateTimeFormatter ISO_8601 =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][ ]")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXX][X]")
          .optionalEnd()
          .toFormatter(Locale.ROOT);
  private static final Comparator<FoundImage> BY_TIME =
      Comparator.comparing(
              FoundImage::takenAtMicros, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparingLong(FoundImage::line);

  private final ByteStore store;
  private final String location;
  private final DiskOpener opener;
  private final List<RefusedInput> refused;
  private final List<String> roots;

  /**
   * @param refused receives what cannot be used
   * @param roots receives the folders of the files that the manifest names
   */
  SnapshotManifest(
      ByteStore store, String location, List<RefusedInput> refused, List<String> roots) {
    this.store = store;
    this.location = location;
    this.opener = new DiskOpener(store, List.of());
    this.refused = refused;
    this.roots = roots;
  }

  /** The snapshots of each VM, in order. */
  Map<String, List<SnapshotImage>> vms() throws IOException {
    Map<String, List<FoundImage>> found = new TreeMap<>(NaturalOrder.NAMES);
    Map<String, Set<String>> names = new HashMap<>();
    boolean linked = read(found, names);
    Map<String, List<SnapshotImage>> vms = new TreeMap<>(NaturalOrder.NAMES);
    found.forEach(
        (vm, images) -> vms.put(vm, inOrder(images, names.getOrDefault(vm, Set.of()), linked)));
    return vms;
  }

  /** Whether the manifest has a column of parents. */
  private boolean read(Map<String, List<FoundImage>> found, Map<String, Set<String>> names)
      throws IOException {
    try (BufferedReader text =
        new BufferedReader(
            new InputStreamReader(store.open(location, 0, -1), StandardCharsets.UTF_8))) {
      CsvRows rows = new CsvRows(text);
      CsvRows.Row header = rows.next();
      Map<String, Integer> columns = columns(header);
      if (columns.isEmpty()) {
        return false;
      }
      for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
        add(row, columns, found, names);
      }
      return columns.containsKey("parent");
    }
  }

  /** Where each column stands; empty when the header has faults. */
  private Map<String, Integer> columns(CsvRows.@Nullable Row header) {
    Map<String, Integer> columns = new HashMap<>();
    List<String> faults = new ArrayList<>();
    List<String> fields = header == null ? List.of() : header.fields();
    for (String field : fields) {
      String name = field.toLowerCase(Locale.ROOT);
      if (!KNOWN.contains(name)) {
        faults.add("unknown column " + field);
      } else if (columns.put(name, columns.size()) != null) {
        faults.add("column " + field + " stands twice");
      }
    }
    NEEDED.stream()
        .filter(name -> !columns.containsKey(name))
        .forEach(name -> faults.add("column " + name + " is missing"));
    faults.forEach(fault -> refuse(header == null ? 1 : header.line(), fault));
    return faults.isEmpty() ? columns : Map.of();
  }

  private void add(
      CsvRows.Row row,
      Map<String, Integer> columns,
      Map<String, List<FoundImage>> found,
      Map<String, Set<String>> names)
      throws IOException {
    if (row.fault() != null || row.fields().size() != columns.size()) {
      refuse(
          row.line(),
          row.fault() != null
              ? row.fault()
              : row.fields().size() + " fields, the header has " + columns.size());
      return;
    }
    String vm = field(row, columns, "vm");
    String snapshot = field(row, columns, "snapshot");
    String path = field(row, columns, "path");
    if (vm.isEmpty() || snapshot.isEmpty() || path.isEmpty()) {
      refuse(row.line(), "vm, snapshot and path must not be empty");
      return;
    }
    if (!names.computeIfAbsent(vm, key -> new HashSet<>()).add(snapshot)) {
      refuse(row.line(), "snapshot " + snapshot + " of " + vm + " stands twice");
      return;
    }
    String takenAt = field(row, columns, "taken_at");
    String parent = field(row, columns, "parent");
    Long micros = null;
    try {
      micros = takenAt.isEmpty() ? null : micros(takenAt);
    } catch (DateTimeException | ArithmeticException e) {
      refuse(row.line(), "taken_at is no time of ISO 8601: " + takenAt);
      return;
    }
    FoundImage image =
        image(row, vm, snapshot, parent, micros, path, field(row, columns, "format"));
    if (image != null) {
      found.computeIfAbsent(vm, key -> new ArrayList<>()).add(image);
    }
  }

  private @Nullable FoundImage image(
      CsvRows.Row row,
      String vm,
      String snapshot,
      String parent,
      @Nullable Long takenAtMicros,
      String path,
      String declared)
      throws IOException {
    DiskFormat format = DiskFormat.of(declared.toLowerCase(Locale.ROOT)).orElse(null);
    if (format == null && !declared.isEmpty()) {
      refuse(row.line(), "format " + declared + " is none of raw, qcow2, trace36, destor");
      return null;
    }
    String place =
        Locations.isUri(path) ? Locations.normal(path) : Locations.resolve(location, path);
    ByteStore.Item file;
    try {
      file = store.find(place).orElse(null);
    } catch (MalformedBlobException e) {
      refuse(row.line(), e.reason(), e.explanation());
      return null;
    }
    if (file == null || file.folder()) {
      refuse(
          row.line(),
          RejectReason.ABSENT,
          path + (file == null ? " is not there" : " is a folder"));
      return null;
    }
    try {
      DiskFormat known = format == null ? FileKinds.format(store, file) : format;
      DiskOpener.Head head =
          known == DiskFormat.QCOW2
              ? opener.head(file.location(), known)
              : new DiskOpener.Head(known, file.bytes(), null, List.of());
      roots.add(Locations.folder(Locations.normal(file.location())));
      return new FoundImage(
          vm,
          snapshot,
          parent.isEmpty() ? null : parent,
          takenAtMicros,
          row.line(),
          Locations.normal(file.location()),
          known,
          head.backing(),
          head.snapshots());
    } catch (MalformedBlobException e) {
      refused.add(
          new RefusedInput(
              file.location(),
              e.reason(),
              e.offset(),
              "line " + row.line() + ": " + e.explanation()));
      return null;
    }
  }

  private List<SnapshotImage> inOrder(List<FoundImage> images, Set<String> names, boolean linked) {
    List<FoundImage> known = new ArrayList<>();
    for (FoundImage image : images) {
      if (image.parent() != null && !names.contains(image.parent())) {
        refuse(image.line(), "there is no snapshot " + image.parent() + " to be its parent");
      } else {
        known.add(image);
      }
    }
    List<FoundImage> looping = new ArrayList<>();
    List<FoundImage> order = SnapshotOrder.of(known, BY_TIME, looping);
    for (FoundImage image : looping) {
      refuse(image.line(), "the parents of snapshot " + image.snapshot() + " lead into a loop");
    }
    for (int at = 1; at < order.size() && !linked; at++) {
      order.set(at, order.get(at).following(order.get(at - 1).snapshot()));
    }
    return SnapshotOrder.expanded(order);
  }

  private static String field(CsvRows.Row row, Map<String, Integer> columns, String name) {
    Integer at = columns.get(name);
    return at == null ? "" : row.fields().get(at);
  }

  private static long micros(String text) {
    TemporalAccessor time =
        ISO_8601.parseBest(text, Instant::from, LocalDateTime::from, LocalDate::from);
    Instant instant =
        time instanceof Instant exact
            ? exact
            : time instanceof LocalDateTime local
                ? local.toInstant(ZoneOffset.UTC)
                : LocalDate.from(time).atStartOfDay().toInstant(ZoneOffset.UTC);
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private void refuse(long line, String message) {
    refuse(line, RejectReason.CORRUPT, message);
  }

  private void refuse(long line, RejectReason reason, String message) {
    refused.add(new RefusedInput(location, reason, -1, "line " + line + ": " + message));
  }
}
