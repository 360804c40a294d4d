package dev.varve.synthetic.registry;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/** Form in which a layer is stored. */
enum LayerPacking {
  PLAIN(""),
  GZIP("gzip"),
  /** Two gzip members in sequence, parted inside the archive, as parallel compressors write. */
  GZIP_MEMBERS("gzip"),
  ZSTD("zstd");

  private static final int ZSTD_LEVEL = 3;

  private final String suffix;

  LayerPacking(String suffix) {
    this.suffix = suffix;
  }

  /** Its suffix in media types; empty for a plain archive. */
  String suffix() {
    return suffix;
  }

  byte[] compress(byte[] archive) throws IOException {
    ByteArrayOutputStream stored = new ByteArrayOutputStream(archive.length / 2 + 64);
    int middle = archive.length / 2 + 1;
    switch (this) {
      case PLAIN -> stored.write(archive);
      case GZIP -> addMember(stored, archive, 0, archive.length);
      case GZIP_MEMBERS -> {
        addMember(stored, archive, 0, middle);
        addMember(stored, archive, middle, archive.length);
      }
      case ZSTD -> stored.write(Zstd.compress(archive, ZSTD_LEVEL));
    }
    return stored.toByteArray();
  }

  private static void addMember(ByteArrayOutputStream stored, byte[] archive, int from, int to)
      throws IOException {
    try (GZIPOutputStream member = new GZIPOutputStream(stored, 1 << 16)) {
      member.write(archive, from, to - from);
    }
  }
}
