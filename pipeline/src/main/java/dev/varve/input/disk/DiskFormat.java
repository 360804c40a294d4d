package dev.varve.input.disk;

import dev.varve.input.codec.Compression;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The formats of disk images that are read, a line each: what names end in, the magic, and what
 * reads a file. A further format is a class that is a {@link DiskReader}, and a line here.
 */
@SuppressWarnings("ImmutableEnumChecker") // every column is unmodifiable
public enum DiskFormat implements SnapshotFormat {
  /** The disk's bytes as they are; used for every file that has no other format. */
  RAW(List.of("raw", "img"), List.of(), new RawDisk.RawReader()),
  /** QEMU's copy-on-write format, version 2 or 3. */
  QCOW2(List.of("qcow2", "qcow"), List.of(Qcow2Header.MAGIC), new Qcow2Reader()),
  /** The format of Virtual PC and early Hyper-V, which QEMU calls vpc. */
  VHD(List.of("vhd", "avhd", "vpc"), VhdFooter.MAGICS, new VhdReader()),
  /** The format of Hyper-V. */
  VHDX(List.of("vhdx", "avhdx"), List.of(VhdxRegions.MAGIC), new VhdxReader()),
  /** VMware's format, in one file or in several. */
  VMDK(List.of("vmdk"), VmdkHeader.MAGICS, new VmdkReader()),
  /** VirtualBox's format. */
  VDI(List.of("vdi"), List.of(VdiReader.MAGIC), new VdiReader());

  /**
   * Known formats that are not supported; detected so that their files are not mistaken for raw
   * images.
   */
  private static final List<Foreign> FOREIGN =
      List.of(
          new Foreign("seSparse VMDK", new Magic(0, "\u00be\u00ba\u00fe\u00ca\0\0\0\0")),
          new Foreign("QED", new Magic(0, "QED\0")),
          new Foreign("Parallels", new Magic(0, "WithoutFreeSpace")),
          new Foreign("Parallels", new Magic(0, "WithouFreSpacExt")));

  private record Foreign(String name, Magic magic) {}

  private final List<String> suffixes;
  private final List<Magic> magics;
  private final DiskReader reader;

  DiskFormat(List<String> suffixes, List<Magic> magics, DiskReader reader) {
    this.suffixes = suffixes;
    this.magics = magics;
    this.reader = reader;
  }

  @Override
  public List<String> suffixes() {
    return suffixes;
  }

  @Override
  public boolean isTrace() {
    return false;
  }

  @Override
  public void check(byte[] head) throws MalformedBlobException {
    if (magics.isEmpty()) {
      refuseForeign(head);
    } else if (magics.stream().noneMatch(magic -> magic.matches(head))) {
      refuseCompressed(head);
      boolean isCut = magics.stream().allMatch(magic -> head.length < magic.end());
      throw new MalformedBlobException(
          isCut ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
          0,
          "not a " + label() + " image, although its name says so: the magic is missing");
    }
  }

  /** The format whose magic a head shows. */
  public static Optional<DiskFormat> of(byte[] head) {
    return of(head, false);
  }

  /**
   * The format whose magic the end of a file shows; for files whose head shows no magic.
   *
   * @param tail the last {@link #HEAD_BYTES}, fewer when the file is shorter
   */
  public static Optional<DiskFormat> ofTail(byte[] tail) {
    return of(tail, true);
  }

  private static Optional<DiskFormat> of(byte[] part, boolean isTail) {
    return Arrays.stream(values())
        .filter(
            format ->
                format.magics.stream()
                    .anyMatch(magic -> magic.offset() < 0 == isTail && magic.matches(part)))
        .findFirst();
  }

  /** Whether a head shows the magic of any known format, supported or not. */
  public static boolean isDisk(byte[] head) {
    return of(head).isPresent() || FOREIGN.stream().anyMatch(format -> format.magic.matches(head));
  }

  /**
   * Refuses a known format that is not supported.
   *
   * @throws MalformedBlobException with the format's name
   */
  public static void refuseForeign(byte[] head) throws MalformedBlobException {
    for (Foreign format : FOREIGN) {
      if (format.magic.matches(head)) {
        throw new MalformedBlobException(
            RejectReason.UNSUPPORTED,
            0,
            format.name + " images are not read; qemu-img convert makes qcow2 of them");
      }
    }
  }

  /**
   * Refuses a file that is compressed as a whole.
   *
   * @throws MalformedBlobException with the compression's name
   */
  public static void refuseCompressed(byte[] head) throws MalformedBlobException {
    Compression compression = Compression.sniff(head, head.length);
    String name =
        compression == Compression.NONE
            ? Compression.foreign(head, head.length)
            : compression.label();
    if (name != null) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          0,
          "compressed as a whole by " + name + ": decompress it, and ingest the disk");
    }
  }

  /**
   * The format of a file by its ends and its name.
   *
   * @throws MalformedBlobException when it is not what its name says, or of a format that is not
   *     read
   */
  public static DiskFormat of(String location, byte[] head, byte[] tail)
      throws MalformedBlobException {
    Optional<DiskFormat> byMagic = of(head).or(() -> ofTail(tail));
    if (byMagic.isPresent()) {
      return byMagic.get();
    }
    refuseForeign(head);
    String suffix = location.substring(location.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    for (DiskFormat format : values()) {
      if (format.suffixes.contains(suffix)) {
        format.check(head);
        return format;
      }
    }
    return RAW;
  }

  DiskReader reader() {
    return reader;
  }
}
