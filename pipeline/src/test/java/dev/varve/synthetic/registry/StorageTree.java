package dev.varve.synthetic.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;

/** A plain reader of a Docker Distribution storage tree: every blob in memory. */
record StorageTree(Path root) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Every file's path below the root, with the digest of its bytes. */
  Map<String, String> listing() throws IOException {
    Map<String, String> listing = new TreeMap<>();
    for (Path file : files(root)) {
      listing.put(root.relativize(file).toString(), sha256(Files.readAllBytes(file)));
    }
    return listing;
  }

  /** Every blob by the digest that names it. */
  Map<String, byte[]> blobs() throws IOException {
    Map<String, byte[]> blobs = new TreeMap<>();
    Path folder = root.resolve("docker/registry/v2/blobs/sha256");
    for (Path file : files(folder)) {
      blobs.put("sha256:" + folder.relativize(file).getName(1), Files.readAllBytes(file));
    }
    return blobs;
  }

  /** The text of every link, by the link's path below the repositories. */
  Map<String, String> links() throws IOException {
    Path repositories = root.resolve("docker/registry/v2/repositories");
    Map<String, String> links = new TreeMap<>();
    for (Path file : files(repositories)) {
      links.put(repositories.relativize(file).toString(), Files.readString(file));
    }
    return links;
  }

  byte[] blob(String digest) throws IOException {
    String hex = digest.substring("sha256:".length());
    String path = "docker/registry/v2/blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data";
    return Files.readAllBytes(root.resolve(path));
  }

  JsonNode json(String digest) throws IOException {
    return MAPPER.readTree(blob(digest));
  }

  /** The digest that a tag points at. */
  String tagged(String repository, String tag) throws IOException {
    String link = repository + "/_manifests/tags/" + tag + "/current/link";
    return Files.readString(root.resolve("docker/registry/v2/repositories").resolve(link));
  }

  /** The manifests of images: those whose config says what processor they are for. */
  Map<String, JsonNode> images() throws IOException {
    Map<String, JsonNode> images = new TreeMap<>();
    for (Map.Entry<String, String> link : links().entrySet()) {
      if (link.getKey().contains("/_manifests/revisions/")) {
        JsonNode manifest = json(link.getValue());
        if (manifest.has("config") && config(manifest).path("os").asText().equals("linux")) {
          images.put(link.getValue(), manifest);
        }
      }
    }
    return images;
  }

  /** The config that a manifest names. */
  JsonNode config(JsonNode manifest) throws IOException {
    return json(manifest.path("config").path("digest").asText());
  }

  /** The archive inside a layer, by the magic of its first bytes. */
  static byte[] decompressed(byte[] layer) throws IOException {
    InputStream stored = new ByteArrayInputStream(layer);
    if (layer[0] == 0x1f && layer[1] == (byte) 0x8b) {
      return GzipCompressorInputStream.builder()
          .setInputStream(stored)
          .setDecompressConcatenated(true)
          .get()
          .readAllBytes();
    }
    boolean zstd = layer[0] == 0x28 && layer[1] == (byte) 0xb5;
    return zstd ? new ZstdCompressorInputStream(stored).readAllBytes() : layer;
  }

  static String sha256(byte[] data) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(data);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
