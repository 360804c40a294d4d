package dev.varve.content.packed;

import dev.varve.input.disk.PackedDisk;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.Finding;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The disks inside of images as snapshots: the repository is the VM, the tag the snapshot. The
 * snapshots of a VM are ordered by the time that their images were made at, then by tag.
 */
public final class ImageDisks {
  private static final Comparator<NamedDisk> IN_ORDER =
      Comparator.comparing(
              NamedDisk::madeAtMicros, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(named -> named.name().tag(), NaturalOrder.TAGS);

  private final ImageCatalog catalog;
  private final Map<String, LayerDisks> layers;
  private final KnownImages known;
  private final PackedReading reading;
  private final List<RefusedInput> refused = new ArrayList<>();
  private int imagesWithoutDisk;

  private record NamedDisk(
      SortedSet<DiskImageName> names,
      String architecture,
      @Nullable Long madeAtMicros,
      PackedDisk disk,
      KnownImages.@Nullable Snapshot known) {
    DiskImageName name() {
      return names.first();
    }
  }

  /**
   * @param layers what each layer of the catalog has, by its digest
   * @param known what the warehouse contains
   */
  public ImageDisks(
      ImageCatalog catalog,
      Map<String, LayerDisks> layers,
      KnownImages known,
      PackedReading reading) {
    this.catalog = catalog;
    this.layers = layers;
    this.known = known;
    this.reading = reading;
  }

  /** The snapshots of all images, also those that are known, and the images that were refused. */
  public SnapshotPlan plan() {
    for (Finding.Rejected fault : catalog.rejected()) {
      String digest = fault.digest() == null ? "" : fault.digest() + ": ";
      refused.add(
          new RefusedInput(
              fault.source(), fault.reason(), fault.offset(), digest + fault.message()));
    }
    Map<String, List<NamedDisk>> vms = new TreeMap<>(NaturalOrder.NAMES);
    for (SortedSet<DiskImageName> names : catalog.names()) {
      NamedDisk named = describe(names);
      if (named != null) {
        vms.computeIfAbsent(names.first().repository(), vm -> new ArrayList<>()).add(named);
      }
    }
    List<SnapshotImage> images = new ArrayList<>();
    byArchitecture(vms).forEach((vm, disks) -> addSnapshots(vm, disks, images));
    return new SnapshotPlan(images, refused, catalog.unlisted(), List.of(), Map.of());
  }

  /** Number of images without a disk, known after {@link #plan}. */
  public int imagesWithoutDisk() {
    return imagesWithoutDisk;
  }

  private @Nullable NamedDisk describe(SortedSet<DiskImageName> names) {
    DiskImageName name = names.first();
    try {
      String architecture = catalog.architecture(name.digest());
      KnownImages.Snapshot stored = known.find(name, architecture);
      PackedDisk disk = stored == null ? disk(name) : new KnownImages.ReadDisk();
      if (disk == null) {
        imagesWithoutDisk++;
        return null;
      }
      return new NamedDisk(names, architecture, catalog.madeAtMicros(name.digest()), disk, stored);
    } catch (MalformedBlobException e) {
      refused.add(RefusedInput.of(name.source(), e));
      return null;
    }
  }

  /** The disk of an image; null where it has none. */
  private @Nullable PackedDisk disk(DiskImageName name) throws MalformedBlobException {
    List<Finding.DiskPiece> pieces = catalog.pieces(name.digest());
    if (!pieces.isEmpty()) {
      return StoredDisk.ofTart(name.source(), pieces, reading);
    }
    Map<String, PackedFile> visible = new TreeMap<>();
    Set<String> hidden = new HashSet<>();
    for (String digest : catalog.layersFromTop(name.digest())) {
      LayerDisks layer = layers.get(digest);
      if (layer == null) {
        continue; // the fault is in the layer's descriptor, and was reported as a rejection already
      }
      layer.requireRead(digest);
      for (DiskEntry entry : layer.entries()) {
        if (!hidden.contains(entry.name())) {
          visible.put(entry.name(), new PackedFile(digest, layer, entry));
        }
      }
      hidden.addAll(layer.hidden());
      if (layer.hidesAll()) {
        break;
      }
    }
    if (visible.size() > 1) {
      throw PackedFault.unsupported(
              "there are several files below /disk, where one disk should be: "
                  + visible.values().stream()
                      .limit(2)
                      .map(file -> file.entry.name() + " in layer " + file.digest)
                      .collect(Collectors.joining(", ")))
          .withoutLayer();
    }
    return visible.isEmpty() ? null : visible.values().iterator().next().disk(name);
  }

  private final class PackedFile {
    private final String digest;
    private final LayerDisks layer;
    private final DiskEntry entry;

    PackedFile(String digest, LayerDisks layer, DiskEntry entry) {
      this.digest = digest;
      this.layer = layer;
      this.entry = entry;
    }

    PackedDisk disk(DiskImageName name) throws MalformedBlobException {
      if (entry.fault() != null || entry.format() == null) {
        throw Objects.requireNonNull(entry.fault()).inLayer(digest);
      }
      DiskPart file =
          new DiskPart(layer.layer(), DiskPart.Coding.ARCHIVE, entry.offset(), entry.bytes());
      return new StoredDisk(name.source(), List.of(file), entry.bytes(), entry.format(), reading);
    }
  }

  /**
   * Splits a repository into a VM for each architecture, where one of its tags leads to images of
   * several architectures.
   */
  private static Map<String, List<NamedDisk>> byArchitecture(
      Map<String, List<NamedDisk>> repositories) {
    Map<String, List<NamedDisk>> vms = new TreeMap<>(NaturalOrder.NAMES);
    repositories.forEach(
        (repository, disks) -> {
          Set<String> sourceOfSnapshot = new HashSet<>();
          boolean several =
              disks.stream()
                  .flatMap(disk -> disk.names().stream())
                  .anyMatch(name -> !sourceOfSnapshot.add(name.location()));
          for (NamedDisk disk : disks) {
            String vm = several ? disk.name().vmOf(disk.architecture()) : repository;
            vm = disk.known() == null ? vm : disk.known().vm();
            vms.computeIfAbsent(vm, name -> new ArrayList<>()).add(disk);
          }
        });
    return vms;
  }

  private void addSnapshots(String vm, List<NamedDisk> disks, List<SnapshotImage> images) {
    Map<String, String> sourceOfSnapshot = new HashMap<>(known.sources(vm));
    int position = 0;
    for (NamedDisk disk : disks.stream().sorted(IN_ORDER).toList()) {
      KnownImages.Snapshot stored = disk.known();
      String snapshot = stored == null ? disk.name().tag() : stored.snapshot();
      String source = stored == null ? disk.name().source() : stored.source();
      String conflicting = stored == null ? sourceOfSnapshot.putIfAbsent(snapshot, source) : null;
      if (conflicting == null) {
        images.add(
            new SnapshotImage(
                vm, snapshot, position++, null, disk.madeAtMicros(), source, disk.disk(), null));
      } else {
        refused.add(
            new RefusedInput(
                source,
                RejectReason.UNSUPPORTED,
                -1,
                "snapshot %s of %s is of %s already, and this is another image: give it a tag of its own, or read it into another warehouse"
                    .formatted(snapshot, vm, conflicting)));
      }
    }
  }
}
