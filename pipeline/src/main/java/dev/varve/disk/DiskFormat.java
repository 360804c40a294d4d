package dev.varve.disk;

import java.util.Locale;
import java.util.Optional;

/** The formats that a snapshot is read from; the values of {@code snapshot.format}. */
public enum DiskFormat {
  /** The disk's bytes, one after another. */
  RAW,
  /** QEMU's copy-on-write format, version 2 or 3. */
  QCOW2,
  /** A chunk trace of 36-byte records, see {@link ChunkTrace}. */
  TRACE36,
  /** A chunk trace of lines {@code hash,size}, see {@link ChunkTrace}. */
  DESTOR;

  /** Bytes at the start of a file that tell its format. */
  static final int HEAD_BYTES = 512;

  /** The name in tables and manifests: {@code raw}, {@code qcow2}, {@code trace36}, ... */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the format lists chunks only, so that there are no bytes to read. */
  public boolean isTrace() {
    return this == TRACE36 || this == DESTOR;
  }

  /** The format of this label. */
  public static Optional<DiskFormat> of(String label) {
    for (DiskFormat format : values()) {
      if (format.label().equals(label)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  static boolean isQcow(byte[] head) {
    return starts(head, 0, "QFI\u00fb");
  }

  /** The name of a disk format that is known but not read, when the head shows one. */
  static Optional<String> foreign(byte[] head) {
    if (starts(head, 0, "KDMV") || starts(head, 0, "COWD")) {
      return Optional.of("VMDK");
    } else if (starts(head, 0, "vhdxfile")) {
      return Optional.of("VHDX");
    } else if (starts(head, 0, "conectix")) {
      return Optional.of("VHD");
    } else if (starts(head, 64, "\u007f\u0010\u00da\u00be")) {
      return Optional.of("VDI");
    } else if (starts(head, 0, "QED\0")) {
      return Optional.of("QED");
    }
    return Optional.empty();
  }

  private static boolean starts(byte[] head, int from, String magic) {
    for (int at = 0; at < magic.length(); at++) {
      if (from + at >= head.length || (head[from + at] & 0xff) != magic.charAt(at)) {
        return false;
      }
    }
    return true;
  }
}
