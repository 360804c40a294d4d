package dev.varve.input.source;

import dev.varve.input.tar.ArchiveLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Blobs by digest, the JSON that names them, and the forms they are stored in. */
final class Shelf {
  static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  static final String INDEX = "application/vnd.oci.image.index.v1+json";
  static final String CONFIG = "application/vnd.oci.image.config.v1+json";
  static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

  static final ArchiveLimits LIMITS = new ArchiveLimits(1L << 40, 10_000, 4096, 1 << 16, 100);

  final Map<String, byte[]> blobs = new LinkedHashMap<>();

  /** Puts text on the shelf; its digest. */
  String add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    blobs.put(digest(text), bytes);
    return digest(text);
  }

  /** A descriptor of something on the shelf. */
  String descriptor(String mediaType, String digest) {
    return descriptor(mediaType, digest, "");
  }

  String descriptor(String mediaType, String digest, String more) {
    byte[] blob = blobs.get(digest);
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d%s}"
        .formatted(mediaType, digest, blob == null ? 7 : blob.length, more);
  }

  /** A config with these diffIDs, of linux/arm64. */
  String config(String... diffIds) {
    return add(
        "{\"os\":\"linux\",\"architecture\":\"arm64\",\"variant\":\"v8\","
            + "\"created\":\"2024-02-29T12:00:00.123456789Z\","
            + "\"history\":[{\"created_by\":\"FROM\"},{\"created_by\":\"ENV\",\"empty_layer\":true},"
            + "{\"created_by\":\"RUN make\"}],"
            + "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":["
            + list(diffIds)
            + "]}}");
  }

  /** A manifest of a config and layer descriptors. */
  String manifest(String config, String... layers) {
    return add(
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s,\"layers\":[%s]}"
            .formatted(MANIFEST, descriptor(CONFIG, config), String.join(",", layers)));
  }

  /** A whole image of two layers, told apart by its name. */
  String image(String name) {
    String base = add("base layer");
    String top = add("top layer of " + name);
    return manifest(
        config(digest("base"), digest("top " + name)),
        descriptor(LAYER, base),
        descriptor(LAYER, top));
  }

  static String index(String... descriptors) {
    return "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"manifests\":[%s]}"
        .formatted(INDEX, String.join(",", descriptors));
  }

  /** A layout folder below a path of the store. */
  void layout(MemoryStore store, String path, String index) {
    store.put(path + "/oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
    store.put(path + "/index.json", index);
    blobs.forEach((digest, bytes) -> store.put(path + "/blobs/" + digest.replace(':', '/'), bytes));
  }

  /** The blobs of a Distribution tree. */
  void tree(MemoryStore store, String path) {
    blobs.forEach(
        (digest, bytes) -> {
          String hex = hex(digest);
          store.put(path + "/blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data", bytes);
        });
  }

  /** A tar of names and contents in turn by commons-compress; {@code ->TARGET} is a symlink. */
  static byte[] tar(Map<String, byte[]> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        String text = new String(file.getValue(), StandardCharsets.UTF_8);
        boolean link = text.startsWith("->");
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), (byte) (link ? '2' : '0'));
        if (link) {
          entry.setLinkName(text.substring(2));
        }
        entry.setSize(link ? 0 : file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(link ? new byte[0] : file.getValue());
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The files of a layout, to be put into a tar. */
  Map<String, byte[]> layoutFiles(String index) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("oci-layout", "{}".getBytes(StandardCharsets.UTF_8));
    blobs.forEach((digest, bytes) -> files.put("blobs/" + digest.replace(':', '/'), bytes));
    files.put("index.json", index.getBytes(StandardCharsets.UTF_8));
    return files;
  }

  /** All that lies at a path says. */
  static List<Finding> findings(MemoryStore store, String path) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (SourceUnit unit : ImageSources.units(store, MemoryStore.ROOT + path)) {
      for (SourceUnit part : ImageSources.split(store, unit)) {
        findings.addAll(ofImages(Findings.read(store, part, LIMITS)));
      }
    }
    return findings;
  }

  static <T extends Finding> List<T> of(List<Finding> findings, Class<T> kind) {
    return findings.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static String digest(String text) {
    return digest(text.getBytes(StandardCharsets.UTF_8));
  }

  static String digest(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static String hex(String digest) {
    return digest.substring(digest.indexOf(':') + 1);
  }

  static String list(String... texts) {
    return texts.length == 0 ? "" : "\"" + String.join("\",\"", texts) + "\"";
  }

  /** What is said of images; what manifests lead to is for {@link ManifestFactsTest}. */
  static List<Finding> ofImages(List<Finding> findings) {
    return findings.stream()
        .filter(
            one ->
                !(one instanceof Finding.Manifest
                    || one instanceof Finding.ManifestReference
                    || one instanceof Finding.RepositoryManifest))
        .toList();
  }
}
