package dev.varve.jobs.engine.run;

import static java.time.temporal.ChronoUnit.DAYS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** An OCI image layout of layers that a test has compressed itself; one image, or several. */
public final class LayoutOfBlobs {
  private static final String DESCRIPTOR =
      "{\"mediaType\":\"application/vnd.oci.image.%s\",\"digest\":\"%s\",\"size\":%d}";

  private final Path root;
  private final List<String> layers = new ArrayList<>();
  private final List<String> diffIds = new ArrayList<>();
  private final List<String> images = new ArrayList<>();
  private String created = "";

  /** Begins an empty one in a folder. */
  public LayoutOfBlobs(Path root) {
    this.root = root;
  }

  /** Adds a layer; its digest. */
  public String layer(byte[] archive, byte[] blob) throws IOException {
    return layer(digest(archive), blob, blob.length);
  }

  /** Adds a layer of which the image states a diffID and a size, true or not; its digest. */
  public String layer(String diffId, byte[] blob, long bytes) throws IOException {
    String digest = blob(blob);
    layers.add(DESCRIPTOR.formatted("layer.v1.tar+gzip", digest, bytes));
    diffIds.add("\"" + diffId + "\"");
    return digest;
  }

  /** States when the next image was built: so many days into 2020. */
  public LayoutOfBlobs builtOnDay(int day) {
    created =
        "\"created\":\"%s\",".formatted(Instant.parse("2020-01-01T00:00:00Z").plus(day, DAYS));
    return this;
  }

  /** Writes the image of all layers, and the layout. */
  public void finish() throws IOException {
    endImage();
    finishEnded();
  }

  /** Writes the layout of the images that have ended. */
  public void finishEnded() throws IOException {
    Files.writeString(
        root.resolve("index.json"),
        "{\"schemaVersion\":2,\"manifests\":[" + String.join(",", images) + "]}");
    Files.writeString(root.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
  }

  /** Writes the image of the layers so far; its digest. What comes then is another image's. */
  public String endImage() throws IOException {
    byte[] config =
        utf8(
            "{"
                + created
                + "\"architecture\":\"amd64\",\"os\":\"linux\",\"rootfs\":{\"type\":\"layers\",\"diff_ids\":["
                + String.join(",", diffIds)
                + "]}}");
    byte[] manifest =
        utf8(
            "{\"schemaVersion\":2,\"config\":"
                + DESCRIPTOR.formatted("config.v1+json", blob(config), config.length)
                + ",\"layers\":"
                + layers.stream().collect(Collectors.joining(",", "[", "]"))
                + "}");
    images.add(DESCRIPTOR.formatted("manifest.v1+json", blob(manifest), manifest.length));
    layers.clear();
    diffIds.clear();
    created = "";
    return digest(manifest);
  }

  /** Where a blob lies. */
  public Path place(String digest) {
    return root.resolve("blobs").resolve(digest.replace(":", "/"));
  }

  private String blob(byte[] bytes) throws IOException {
    String digest = digest(bytes);
    Files.createDirectories(place(digest).getParent());
    Files.write(place(digest), bytes);
    return digest;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The digest of bytes. */
  public static String digest(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
