package dev.varve.jobs.ingest.snapshot;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** An OCI layout of images with disks, written without the classes that read it. */
final class DiskLayout {
  private static final String TART = "application/vnd.cirruslabs.tart.";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path root;
  private final List<Object> images = new ArrayList<>();

  DiskLayout(Path root) {
    this.root = root;
  }

  /** A file of a layer; without content an empty one. */
  record Member(String path, byte... content) {}

  /** A layer: its members in a tar, compressed by gzip. */
  Map<String, Object> layer(Member... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(tar(members));
    }
    return blob(bytes.toByteArray(), "application/vnd.oci.image.layer.v1.tar+gzip");
  }

  /** Members in a tar, always the same bytes. */
  static byte[] tar(Member... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (Member member : members) {
        TarArchiveEntry entry = new TarArchiveEntry(member.path());
        entry.setSize(member.content().length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(member.content());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** A piece of tart: packed bytes, and what is stated of the bytes inside. */
  Map<String, Object> piece(String version, byte[] packed, long bytes, byte[] plain)
      throws IOException {
    Map<String, Object> piece = blob(packed, TART + "disk." + version);
    piece.put(
        "annotations",
        Map.of(
            "org.cirruslabs.tart.uncompressed-size",
            "" + bytes,
            "org.cirruslabs.tart.uncompressed-content-digest",
            digest(plain)));
    return piece;
  }

  Map<String, Object> blob(byte[] bytes, String type) throws IOException {
    String digest = digest(bytes);
    Files.createDirectories(place(digest).getParent());
    Files.write(place(digest), bytes);
    Map<String, Object> descriptor = new LinkedHashMap<>();
    descriptor.put("mediaType", type);
    descriptor.put("digest", digest);
    descriptor.put("size", bytes.length);
    return descriptor;
  }

  /** Adds an image of some layers, base first; written at an hour of a day. */
  final void image(String name, int hour, List<Map<String, Object>> layers) throws IOException {
    String time = "2024-01-02T%02d:00:00Z".formatted(hour);
    byte[] config =
        JSON.writeValueAsBytes(Map.of("architecture", "amd64", "os", "linux", "created", time));
    add(
        name,
        Map.of(
            "schemaVersion",
            2,
            "config",
            blob(config, "application/vnd.oci.image.config.v1+json"),
            "layers",
            layers));
  }

  /** Adds a VM of tart with pieces of a disk. */
  void tart(String name, int hour, List<Map<String, Object>> pieces) throws IOException {
    List<Map<String, Object>> layers = new ArrayList<>();
    layers.add(blob("{}".getBytes(StandardCharsets.UTF_8), TART + "config.v1"));
    layers.addAll(pieces);
    layers.add(blob(new byte[] {1}, TART + "nvram.v1"));
    add(
        name,
        Map.of(
            "schemaVersion",
            2,
            "config",
            blob("{\"os\":\"darwin\"}".getBytes(StandardCharsets.UTF_8), TART + "config.v1"),
            "annotations",
            Map.of("org.cirruslabs.tart.upload-time", "2024-01-02T%02d:00:00Z".formatted(hour)),
            "layers",
            layers));
  }

  private void add(String name, Map<String, Object> manifest) throws IOException {
    Map<String, Object> image =
        blob(JSON.writeValueAsBytes(manifest), "application/vnd.oci.image.manifest.v1+json");
    image.put("annotations", Map.of("org.opencontainers.image.ref.name", name));
    images.add(image);
  }

  /** Writes the index; the folder. */
  Path finish() throws IOException {
    Files.createDirectories(root);
    Files.write(
        root.resolve("index.json"),
        JSON.writeValueAsBytes(Map.of("schemaVersion", 2, "manifests", images)));
    Files.writeString(root.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    return root;
  }

  /** Where a blob is, by its descriptor. */
  Path place(Map<String, Object> descriptor) {
    return place(String.valueOf(descriptor.get("digest")));
  }

  private Path place(String digest) {
    return root.resolve("blobs").resolve(digest.replace(":", "/"));
  }

  static String digest(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
