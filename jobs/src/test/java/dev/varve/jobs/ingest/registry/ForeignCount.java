package dev.varve.jobs.ingest.registry;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** The files of every layer of a storage tree, read by commons-compress and the JDK. */
final class ForeignCount {
  private ForeignCount() {}

  /**
   * Layer digest to its files in order: size, sha256, offset. Blobs that are no archive are left
   * out.
   */
  static Map<String, List<String>> of(Path tree) throws Exception {
    Map<String, List<String>> layers = new TreeMap<>();
    List<Path> blobs;
    try (var files = Files.walk(tree.resolve("docker/registry/v2/blobs"))) {
      blobs = files.filter(file -> file.endsWith("data")).toList();
    }
    for (Path blob : blobs) {
      byte[] head = Files.readAllBytes(blob);
      if (head.length > 0 && head[0] == '{') {
        continue;
      }
      Path folder = Objects.requireNonNull(blob.getParent(), blob::toString);
      String digest = "sha256:" + folder.getFileName();
      try (InputStream in = plain(blob, head)) {
        layers.put(digest, files(in));
      } catch (IOException e) {
        layers.put(digest, List.of());
      }
    }
    return layers;
  }

  private static InputStream plain(Path blob, byte[] head) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(blob));
    if ((head[0] & 0xff) == 0x1f) {
      return GzipCompressorInputStream.builder()
          .setInputStream(in)
          .setDecompressConcatenated(true)
          .get();
    }
    return (head[0] & 0xff) == 0x28 ? new ZstdInputStream(in) : in;
  }

  private static List<String> files(InputStream in) throws Exception {
    List<String> files = new ArrayList<>();
    TarArchiveInputStream tar = new TarArchiveInputStream(in, "ISO-8859-1");
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
      if (isRegular(entry) && !name.startsWith(".wh.")) {
        long offset = tar.getBytesRead();
        MessageDigest sum = MessageDigest.getInstance("SHA-256");
        sum.update(tar.readAllBytes());
        files.add(entry.getSize() + " " + HexFormat.of().formatHex(sum.digest()) + " at " + offset);
      }
    }
    return files;
  }

  /** Its own isFile takes links and devices for files. */
  private static boolean isRegular(TarArchiveEntry entry) {
    return entry.isFile()
        && !entry.isLink()
        && !entry.isSymbolicLink()
        && !entry.isFIFO()
        && !entry.isCharacterDevice()
        && !entry.isBlockDevice();
  }
}
