package dev.varve.source;

import dev.varve.codec.Compression;
import dev.varve.model.ByteStore;
import dev.varve.model.RejectReason;
import dev.varve.tar.ArchiveLimits;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Detects the form of an input, divides it into units, and reads each unit. */
public final class ImageSources {
  private static final List<String> TREES =
      List.of("/docker/registry/v2", "/registry/v2", "/v2", "");

  /** Names of archives, including compressed ones, which are refused. */
  private static final Pattern ARCHIVE =
      Pattern.compile("\\.(tar|tar\\.\\w+|tgz|tbz2?|txz|tzst)$", Pattern.CASE_INSENSITIVE);

  private static final int HEADER_BYTES = 512;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_BYTES = 8;

  private ImageSources() {}

  /**
   * The units at a location: a layout, an archive, a storage tree (given by its root or any folder
   * down to the one that holds {@code repositories}), or a folder of these.
   *
   * @return none when nothing of the kind is there
   */
  public static List<SourceUnit> units(ByteStore store, String location) throws IOException {
    String root = location.replaceFirst("(?<=[^/])/+$", "");
    ByteStore.Item item = store.find(root).orElse(null);
    if (item == null) {
      return List.of();
    }
    if (!item.folder()) {
      return isSomethingElse(store, item)
          ? List.of()
          : List.of(new SourceUnit(SourceUnit.Form.ARCHIVE, item.location(), ""));
    }
    List<SourceUnit> own = folder(store, item.location());
    if (!own.isEmpty()) {
      return own;
    }
    List<SourceUnit> below = new ArrayList<>();
    for (ByteStore.Item child : store.list(item.location())) {
      if (child.folder()) {
        List<SourceUnit> held = folder(store, child.location());
        below.addAll(held.isEmpty() ? incomplete(store, child.location()) : held);
      } else if (child.kind() == ByteStore.Kind.UNNAMED) {
        below.add(refused(child.location(), child.note()));
      } else if (child.kind() == ByteStore.Kind.FILE
          ? !isSomethingElse(store, child)
          : ARCHIVE.matcher(child.name()).find()) {
        below.add(new SourceUnit(SourceUnit.Form.ARCHIVE, child.location(), ""));
      }
    }
    return below;
  }

  /** A regular file that is neither named like an archive nor begins like one. */
  private static boolean isSomethingElse(ByteStore store, ByteStore.Item item) throws IOException {
    if (item.kind() != ByteStore.Kind.FILE || ARCHIVE.matcher(item.name()).find()) {
      return false;
    }
    byte[] head;
    try (InputStream in = store.open(item.location(), 0, -1)) {
      head = in.readNBytes(HEADER_BYTES);
    } catch (FileNotFoundException e) {
      return false;
    }
    return Compression.sniff(head, Math.min(head.length, Compression.MAGIC_BYTES))
            == Compression.NONE
        && !isTarHeader(head);
  }

  /** By the checksum of the header, which every form of tar has. */
  private static boolean isTarHeader(byte[] head) {
    if (head.length < HEADER_BYTES) {
      return false;
    }
    int sum = 0;
    for (int at = 0; at < HEADER_BYTES; at++) {
      boolean own = at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES;
      sum += own ? ' ' : head[at] & 0xff;
    }
    String digits =
        new String(head, CHECKSUM_AT, CHECKSUM_BYTES, StandardCharsets.ISO_8859_1)
            .replaceAll("[^0-7]", "");
    return !digits.isEmpty() && Integer.parseInt(digits, 8) == sum;
  }

  /** Divides a unit further where it can be: a namespace into its repositories. */
  public static List<SourceUnit> split(ByteStore store, SourceUnit unit) throws IOException {
    return unit.form() == SourceUnit.Form.NAMESPACE
        ? DistributionTree.repositories(store, unit)
        : List.of(unit);
  }

  /**
   * Hands on the findings of all manifests of a unit, one after another.
   *
   * @param limits what an archive that holds images may ask for, as for layers
   */
  public static void read(
      ByteStore store, SourceUnit unit, ArchiveLimits limits, Consumer<Finding> findings)
      throws IOException {
    String root = unit.root();
    switch (unit.form()) {
      case OCI_FOLDER -> {
        BlobPlace index = new BlobPlace(root + "/index.json", 0, -1);
        OciLayout.read(store, root, index, BlobPlaces.layout(root), findings);
      }
      case ARCHIVE -> TarArchive.read(store, root, limits, findings);
      case REPOSITORY -> DistributionTree.read(store, unit, findings);
      case NAMESPACE -> {
        for (SourceUnit repository : DistributionTree.repositories(store, unit)) {
          read(store, repository, limits, findings);
        }
      }
      case REFUSED ->
          findings.accept(
              new Finding.Rejected(root, null, RejectReason.UNSUPPORTED, -1, unit.scope()));
    }
  }

  /** A folder that has a part of what {@link #folder} knows. */
  private static List<SourceUnit> incomplete(ByteStore store, String folder) throws IOException {
    if (store.find(folder + "/oci-layout").isPresent()) {
      return List.of(refused(folder, "an OCI image layout without an index.json"));
    }
    String tree = folder + TREES.get(0);
    boolean isWhole =
        store.find(tree + "/repositories").isPresent() && store.find(tree + "/blobs").isPresent();
    return store.find(tree).isPresent() && !isWhole
        ? List.of(refused(folder, "a registry's storage tree without repositories or blobs"))
        : List.of();
  }

  static SourceUnit refused(String location, String why) {
    return new SourceUnit(SourceUnit.Form.REFUSED, location, why);
  }

  private static List<SourceUnit> folder(ByteStore store, String folder) throws IOException {
    if (store.find(folder + "/index.json").isPresent()) {
      return List.of(new SourceUnit(SourceUnit.Form.OCI_FOLDER, folder, ""));
    }
    for (String below : TREES) {
      String root = folder + below;
      if (store.find(root + "/repositories").isPresent()
          && store.find(root + "/blobs").isPresent()) {
        return DistributionTree.namespaces(store, root);
      }
    }
    return List.of();
  }
}
