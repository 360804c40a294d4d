package dev.varve.synthetic.registry;

import dev.varve.synthetic.content.FileTree;
import dev.varve.synthetic.content.SyntheticEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Writes a tree as tar in one of the two dialects seen in layers. */
enum Archive {
  /** The form of container builders: bare paths, PAX records for what does not fit into ustar. */
  PAX,
  /** The form of reproducible build systems: {@code ./} first, GNU long names, dates all zero. */
  GNU;

  private static final int DEVICE_MEMORY = 1;
  private static final int DEVICE_NULL = 3;

  /** The whole archive, trailer included. It is built in memory: a layer of ours has megabytes. */
  byte[] write(FileTree tree) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(bytes, StandardCharsets.ISO_8859_1.name())) {
      tar.setLongFileMode(
          this == PAX
              ? TarArchiveOutputStream.LONGFILE_POSIX
              : TarArchiveOutputStream.LONGFILE_GNU);
      if (this == GNU) {
        append(tar, SyntheticEntry.bare(".", SyntheticEntry.Kind.DIRECTORY, Instant.EPOCH), "./");
      }
      for (SyntheticEntry entry : tree.entries()) {
        String path = this == PAX ? entry.path() : "./" + entry.path();
        append(tar, entry, entry.kind() == SyntheticEntry.Kind.DIRECTORY ? path + "/" : path);
      }
    }
    return bytes.toByteArray();
  }

  private void append(TarArchiveOutputStream tar, SyntheticEntry entry, String path)
      throws IOException {
    boolean recorded = this == PAX && path.chars().noneMatch(Archive::isRawByte);
    tar.setAddPaxHeadersForNonAsciiNames(recorded);
    TarArchiveEntry header =
        new TarArchiveEntry(recorded ? path : asRawBytes(path), typeFlag(entry.kind()));
    header.setMode(entry.mode());
    header.setIds(entry.owner(), entry.owner());
    header.setModTime(this == PAX ? entry.modifiedAt().toEpochMilli() : 0);
    if (!entry.linkTarget().isEmpty()) {
      boolean inArchive = entry.kind() == SyntheticEntry.Kind.HARD_LINK && this == GNU;
      header.setLinkName((inArchive ? "./" : "") + entry.linkTarget());
    }
    if (entry.kind() == SyntheticEntry.Kind.NULL_DEVICE) {
      header.setDevMajor(DEVICE_MEMORY);
      header.setDevMinor(DEVICE_NULL);
    }
    byte[] data = entry.content().data();
    header.setSize(data.length);
    tar.putArchiveEntry(header);
    tar.write(data);
    tar.closeArchiveEntry();
  }

  private static byte typeFlag(SyntheticEntry.Kind kind) {
    return switch (kind) {
      case FILE -> TarConstants.LF_NORMAL;
      case DIRECTORY -> TarConstants.LF_DIR;
      case SYMLINK -> TarConstants.LF_SYMLINK;
      case HARD_LINK -> TarConstants.LF_LINK;
      case NULL_DEVICE -> TarConstants.LF_CHR;
      case FIFO -> TarConstants.LF_FIFO;
    };
  }

  private static boolean isRawByte(int letter) {
    return letter >= 0xdc80 && letter <= 0xdcff;
  }

  /** The path's bytes, each as one Latin-1 letter, which the tar stream writes as that byte. */
  private static String asRawBytes(String path) {
    StringBuilder bytes = new StringBuilder();
    path.codePoints()
        .forEach(
            letter -> {
              byte[] encoded =
                  isRawByte(letter)
                      ? new byte[] {(byte) (letter - 0xdc00)}
                      : Character.toString(letter).getBytes(StandardCharsets.UTF_8);
              bytes.append(new String(encoded, StandardCharsets.ISO_8859_1));
            });
    return bytes.toString();
  }
}
