package dev.varve.input.tar;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A format of layers that is no tar, recognised by its magic. */
enum NonTarFormat {
  /** Linux, {@code squashfs_fs.h}. */
  SQUASHFS("squashfs", 0, "68737173"),

  /** Linux, {@code erofs_fs.h}; nydus writes the same superblock. */
  EROFS("EROFS", 1024, "e2e1f5e0"),

  /** Overlaybd, {@code lsmt/file.cpp}. */
  OVERLAYBD("OverlayBD", 0, "4c534d54000102"),

  /** Overlaybd when compressed, {@code zfile/zfile.cpp}. */
  ZFILE("OverlayBD", 0, "5a46696c650001"),

  /** Sylabs, {@code pkg/sif}, behind a line that starts the file. */
  SIF("SIF", 32, "5349465f4d4147494300");

  private static final int MOST_BYTES = 1024 + 4;

  private final String label;
  private final int offset;
  private final String magic;

  NonTarFormat(String label, int offset, String magic) {
    this.label = label;
    this.offset = offset;
    this.magic = magic;
  }

  /** The name of the format that begins at the position; null for none of these. */
  static @Nullable String at(ArchiveInput in) throws IOException {
    int most = Math.min(MOST_BYTES, in.buffer().length);
    int bytes = in.ensure(most) ? most : TarHeader.BLOCK_BYTES;
    return List.of(values()).stream()
        .filter(format -> format.isAt(in.buffer(), in.position(), bytes))
        .map(format -> format.label)
        .findFirst()
        .orElse(null);
  }

  private boolean isAt(byte[] buffer, int position, int bytes) {
    int end = offset + magic.length() / 2;
    return end <= bytes
        && HexFormat.of().formatHex(buffer, position + offset, position + end).equals(magic);
  }
}
