package dev.varve.input.inventory;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.OvaFolders;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Detects disks and traces by magic and by name. */
final class FileKinds {
  private static final List<SnapshotFormat> FORMATS =
      Stream.<SnapshotFormat>concat(Stream.of(DiskFormat.values()), Stream.of(TraceFormat.values()))
          .toList();
  private static final Pattern DISK_NAME =
      Pattern.compile(
          FORMATS.stream()
              .flatMap(format -> format.suffixes().stream())
              .collect(Collectors.joining("|", "(.+)\\.(", ")$")),
          Pattern.CASE_INSENSITIVE);

  /**
   * Files that hypervisors and people keep alongside disks: locks, leases, configurations, states
   * of memory, maps of changed blocks, firmware variables, digests.
   */
  private static final Pattern COMPANION =
      Pattern.compile(
          ".+\\.(meta|lease|lock|lck|pid|conf|cfg|xml|plist|fd|log(\\.\\d+)?|notes"
              + "|md5|sha1|sha256|sha512|asc|sig|ovf|mf|cert" // OVF
              + "|vmx~?|vmxf|vmsd|vmtx|nvram|vmem|vmsn|vmss|vswp|hlog|scoreboard|psf" // VMware
              + "|vmcx|vmrs|vmgs|vsv|rct|mrt" // Hyper-V
              + "|vbox|vbox-prev|vbox-tmp|sav)" // VirtualBox
              + "|\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.bin", // Hyper-V of 2012
          Pattern.CASE_INSENSITIVE);

  /** VMware's map of changed blocks of a disk, whose name also ends in .vmdk. */
  private static final Pattern CHANGED_BLOCK_MAP = Pattern.compile("(?i).+-ctk\\.vmdk");

  /**
   * Folders without disks: chunk stores of casync, locks of VMware, configurations and logs of
   * hypervisors.
   */
  private static final Pattern COMPANION_FOLDER =
      Pattern.compile(
          "(?i).+\\.(castr|lck)|logs|virtual machines|planned virtual machines|resource types"
              + "|undolog configuration");

  /** Folders inside a VM's folder in which Hyper-V and VirtualBox keep the disks of that VM. */
  private static final Pattern DISK_FOLDER = Pattern.compile("Virtual Hard Disks|Snapshots");

  private FileKinds() {}

  /**
   * Whether an item is no disk: a file that by its name accompanies a disk, or a folder whose name
   * says that it contains no disks. A map of changed blocks is checked by its content, too.
   */
  static boolean isCompanion(ByteStore store, ByteStore.Item item) throws IOException {
    if (item.folder()) {
      return COMPANION_FOLDER.matcher(item.name()).matches();
    }
    return item.kind() == ByteStore.Kind.FILE
        && (COMPANION.matcher(item.name()).matches()
            || (CHANGED_BLOCK_MAP.matcher(item.name()).matches()
                && !DiskFormat.isDisk(head(store, item))));
  }

  /** Whether a folder inside a VM's folder contains disks of that VM. */
  static boolean isDiskFolder(ByteStore.Item item) {
    return item.folder() && DISK_FOLDER.matcher(item.name()).matches();
  }

  /** A file's name without the suffix of its format. */
  static String stem(String name) {
    return DISK_NAME.matcher(name).replaceFirst("$1");
  }

  /**
   * A folder's name. An OVA counts as a folder of its members; its name is given without {@code
   * .ova}.
   */
  static String folderName(ByteStore.Item folder) {
    return folder.name().replaceFirst("(?i)(.)\\.ova$", "$1");
  }

  /** Whether a file is a disk or a trace by its name or by its magic. */
  static boolean isDisk(ByteStore store, ByteStore.Item file) throws IOException {
    file.requirePlain();
    return DISK_NAME.matcher(file.name()).matches()
        || DiskFormat.isDisk(head(store, file))
        || DiskFormat.ofTail(tail(store, file)).isPresent();
  }

  /** Whether a file is a list of snapshots. */
  static boolean isManifest(ByteStore store, ByteStore.Item file) throws IOException {
    return file.kind() == ByteStore.Kind.FILE
        && (file.name().toLowerCase(Locale.ROOT).endsWith(".csv")
            || (!isDisk(store, file)
                && firstLine(head(store, file)).matches("(?=.*\\bvm\\b)(?=.*\\bpath\\b).*")));
  }

  /** The format of this label, as a manifest may declare it. */
  static Optional<SnapshotFormat> declared(String label) {
    return FORMATS.stream().filter(format -> format.label().equals(label)).findFirst();
  }

  /** All labels, for messages. */
  static String labels() {
    return FORMATS.stream().map(SnapshotFormat::label).collect(Collectors.joining(", "));
  }

  /**
   * The format of a file; a block device contains an image by its magic, or else is a raw disk.
   *
   * @throws MalformedBlobException when the format is not supported or not known, or the file is
   *     not what its name says
   */
  static SnapshotFormat format(ByteStore store, ByteStore.Item file) throws IOException {
    return detect(store, file).orElseThrow(FileKinds::unknown);
  }

  /** The fault of a file whose format neither its name nor its first bytes show. */
  static MalformedBlobException unknown() {
    return unsupported(
        "not known as a disk: name it .raw or .img, or list it in a manifest with its format");
  }

  /**
   * Detects as {@link #format} does; empty when neither the name nor the content of the file shows
   * it.
   */
  static Optional<SnapshotFormat> detect(ByteStore store, ByteStore.Item file) throws IOException {
    byte[] head = head(store, file);
    Optional<DiskFormat> byMagic = DiskFormat.of(head);
    if (byMagic.isEmpty()) {
      byMagic = DiskFormat.ofTail(tail(store, file));
    }
    if (byMagic.isPresent()) {
      return Optional.of(byMagic.get());
    }
    if (file.kind() == ByteStore.Kind.DEVICE) {
      return Optional.of(DiskFormat.RAW);
    }
    String name = file.name().toLowerCase(Locale.ROOT);
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    for (SnapshotFormat format : FORMATS) {
      if (format.suffixes().contains(suffix)) {
        format.check(head);
        return Optional.of(format);
      }
    }
    if (suffix.equals("csv")) {
      throw unsupported("a manifest must be an input itself: name it in place of its folder");
    }
    if (OvaFolders.isArchive(file)) { // a folder, unless it is damaged
      OvaFolders.check(store, file);
    }
    DiskFormat.refuseForeign(head);
    DiskFormat.refuseCompressed(head);
    return Optional.empty();
  }

  private static byte[] head(ByteStore store, ByteStore.Item file) throws IOException {
    if (file.kind() == ByteStore.Kind.DEVICE) {
      try (InputStream in = Channels.newInputStream(store.channel(file.location()))) {
        return in.readNBytes(SnapshotFormat.HEAD_BYTES);
      }
    }
    try (InputStream in = store.open(file.location(), 0, SnapshotFormat.HEAD_BYTES)) {
      return in.readNBytes(SnapshotFormat.HEAD_BYTES);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(RejectReason.ABSENT, "a link without a target");
    }
  }

  /**
   * The last bytes of a file. For a device they are empty: formats with a magic at their end exist
   * only as files.
   */
  private static byte[] tail(ByteStore store, ByteStore.Item file) throws IOException {
    if (file.kind() == ByteStore.Kind.DEVICE) {
      return new byte[0];
    }
    long from = Math.max(0, file.bytes() - SnapshotFormat.HEAD_BYTES);
    try (InputStream in = store.open(file.location(), from, SnapshotFormat.HEAD_BYTES)) {
      return in.readNBytes(SnapshotFormat.HEAD_BYTES);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(RejectReason.ABSENT, "a link without a target");
    }
  }

  private static String firstLine(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1).split("\r?\n", 2)[0];
  }

  private static MalformedBlobException unsupported(String message) {
    return new MalformedBlobException(RejectReason.UNSUPPORTED, 0, message);
  }
}
