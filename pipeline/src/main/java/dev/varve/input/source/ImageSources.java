package dev.varve.input.source;

import dev.varve.input.codec.Compression;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Detects the form of an input, divides it into units, and reads each unit. */
public final class ImageSources {
  /** Names of archives, including compressed ones, which are refused. */
  private static final Pattern ARCHIVE =
      Pattern.compile("\\.(tar|tar\\.\\w+|tgz|tbz2?|txz|tzst)$", Pattern.CASE_INSENSITIVE);

  private static final int HEADER_BYTES = 512;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_BYTES = 8;

  private ImageSources() {}

  /**
   * The units at a location. It is a layout, an archive, a storage tree, a {@link RegistryInput},
   * or a folder that contains such things at most {@link FolderWalk#MOST_DEPTH} levels down. A
   * storage tree is given by its root or any folder down to the one that contains {@code
   * repositories}.
   *
   * @return none when nothing of the kind is there
   */
  public static List<SourceUnit> units(ByteStore store, String location) throws IOException {
    if (RegistryInput.isRegistry(location)) {
      return RegistryApi.units(store, location);
    }
    String root = location.replaceFirst("(?<=[^/])/+$", "");
    ByteStore.Item item = store.find(root).orElse(null);
    if (item == null) {
      return List.of();
    }
    if (!item.folder()) {
      return item.kind() != ByteStore.Kind.FILE || isNamedArchive(item) || isArchive(store, item)
          ? List.of(new SourceUnit(SourceUnit.Form.ARCHIVE, item.location(), ""))
          : List.of();
    }
    return FolderWalk.units(store, item.location());
  }

  /** Whether the name of an item is that of an archive; the content is not examined. */
  static boolean isNamedArchive(ByteStore.Item item) {
    return ARCHIVE.matcher(item.name()).find();
  }

  /** Whether a regular file begins like an archive, whatever its name. */
  static boolean isArchive(ByteStore store, ByteStore.Item item) throws IOException {
    if (item.kind() != ByteStore.Kind.FILE) {
      return false;
    }
    byte[] head;
    try (InputStream in = store.open(item.location())) {
      head = in.readNBytes(HEADER_BYTES);
    } catch (FileNotFoundException | MalformedBlobException e) {
      // The link leads nowhere, or the file may not be read: reading it as an archive reports that.
      return true;
    }
    return Compression.sniff(head, Math.min(head.length, Compression.MAGIC_BYTES))
            != Compression.NONE
        || isTarHeader(head);
  }

  /** Whether a head is a tar header, by its checksum, which every form of tar has. */
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

  /**
   * Divides a unit where possible: a namespace into repositories, a repository of a registry's API
   * into groups of tags.
   */
  public static List<SourceUnit> split(ByteStore store, SourceUnit unit) throws IOException {
    return switch (unit.form()) {
      case NAMESPACE -> DistributionTree.repositories(store, unit);
      case API_REPOSITORY -> RegistryApi.split(store, unit);
      default -> List.of(unit);
    };
  }

  /**
   * Units for the blob folders of the storage trees among {@code units}; they list all blobs,
   * whether a manifest names them or not.
   */
  public static List<SourceUnit> treeBlobs(ByteStore store, List<SourceUnit> units)
      throws IOException {
    Set<String> roots = new TreeSet<>();
    for (SourceUnit unit : units) {
      if (unit.form() == SourceUnit.Form.NAMESPACE || unit.form() == SourceUnit.Form.REPOSITORY) {
        roots.add(unit.root());
      }
    }
    List<SourceUnit> folders = new ArrayList<>();
    for (String root : roots) {
      folders.addAll(DistributionTree.blobFolders(store, root));
    }
    return folders;
  }

  /**
   * Passes on the findings of all manifests of a unit, one after another.
   *
   * @param limits limits of an archive of images, as for layers
   * @param known images of the repository that need not be read again
   * @param all receives the findings
   */
  public static void read(
      ByteStore store,
      SourceUnit unit,
      ArchiveLimits limits,
      Set<String> known,
      Consumer<Finding> all)
      throws IOException {
    String root = unit.root();
    boolean isOfStore = unit.form() != SourceUnit.Form.NAMESPACE && !RegistryInput.isRegistry(root);
    Consumer<Finding> findings = isOfStore ? finding -> pass(finding, unit, all) : all;
    switch (unit.form()) {
      case OCI_FOLDER -> {
        BlobPlace index = BlobPlace.whole(root + "/index.json");
        if (OciLayout.read(store, root, unit.scope(), index, BlobPlaces.layout(root), findings)) {
          ContentStore.list(store, root, findings);
        }
      }
      case SKOPEO_FOLDER -> SkopeoFolder.read(store, root, unit.scope(), findings);
      case CONTENT_STORE -> ContentStore.read(store, root, findings);
      case CONTAINERS_STORE -> ContainersStorage.read(store, root, unit.scope(), findings);
      case DOCKER_STORE -> DockerStorage.read(store, root, findings);
      case ARCHIVE -> TarArchive.read(store, root, limits, findings);
      case REPOSITORY -> DistributionTree.read(store, unit, known, findings);
      case TREE_BLOBS -> DistributionTree.listBlobs(store, unit, findings);
      case NAMESPACE -> {
        for (SourceUnit repository : DistributionTree.repositories(store, unit)) {
          read(store, repository, limits, known, findings);
        }
      }
      case API_REPOSITORY -> {
        for (SourceUnit tags : RegistryApi.split(store, unit)) {
          read(store, tags, limits, known, findings);
        }
      }
      case API_TAGS -> RegistryApi.read(store, unit, known, findings);
      case API_LEFT_OUT -> RegistryApi.leaveOut(unit, findings);
      case REFUSED -> refuse(root, unit.scope(), findings);
    }
  }

  /** Passes on a finding; what is behind a file that may not be read is not gone. */
  private static void pass(Finding finding, SourceUnit unit, Consumer<Finding> all) {
    all.accept(finding);
    if (finding instanceof Finding.Rejected rejected
        && rejected.reason() == RejectReason.UNREACHABLE) {
      all.accept(new Finding.Unlisted(unit.location(), null));
    }
  }

  /** Passes on that an item cannot be read: what was seen there earlier may still be there. */
  static void refuse(ByteStore.Item item, Consumer<Finding> findings) {
    refuse(item.location(), item.note(), findings);
  }

  private static void refuse(String location, String why, Consumer<Finding> findings) {
    findings.accept(new Finding.Rejected(location, null, RejectReason.UNSUPPORTED, -1, why));
    findings.accept(new Finding.Unlisted(location, null));
  }

  /**
   * A unit that stands for an input that cannot be read; reading the unit only reports the
   * rejection.
   */
  public static SourceUnit refused(String location, MalformedBlobException why) {
    return refused(location, why.explanation());
  }

  static SourceUnit refused(String location, String why) {
    return new SourceUnit(SourceUnit.Form.REFUSED, location, why);
  }
}
