package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repositories of a registry that stores each blob once: of blobs that another repository has, zot
 * leaves files of 0 bytes in object stores.
 */
class EmptyDuplicatesTest {
  @TempDir private Path folder;

  private Path full;
  private Path empty;

  @BeforeEach
  void pushTwice() throws IOException {
    full = folder.resolve("root/first");
    empty = folder.resolve("root/second");
    for (Path repository : List.of(full, empty)) {
      LayoutOfBlobs layout = new LayoutOfBlobs(repository);
      byte[] archive = new byte[10_240];
      layout.layer(archive, gzip(archive));
      layout.finish();
    }
    try (Stream<Path> blobs = Files.walk(empty.resolve("blobs"))) {
      for (Path blob : blobs.filter(Files::isRegularFile).toList()) {
        Files.write(blob, new byte[0]);
      }
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void anEmptyFileIsNoFaultWhereAnotherRepositoryHasTheBlob() {
    Path warehouse = folder.resolve("w");
    String err =
        varve("ingest registry %s --strict --warehouse %s", folder.resolve("root"), warehouse)
            .done()
            .err();
    assertThat(err).contains("found     1 image naming 1 distinct layer", "rejected  nothing");
    assertThat(rows(warehouse, "SELECT digest FROM rejected_blob")).isEmpty();
  }

  @Test
  void anEmptyFileAloneIsRejected() {
    Path warehouse = folder.resolve("w");
    varve("ingest registry %s --strict --warehouse %s", empty, warehouse).endsWith(3);
  }

  /** Digests of {@code {}} and {@code x} as sha256sum prints them; {@code x} is no archive. */
  @Test
  void aDamagedLayerInsideOfItsDescriptorIsRejected() throws IOException {
    String type = "application/vnd.oci.image.";
    String layer = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    String manifest =
        """
        {"schemaVersion":2,"config":{"mediaType":"%sconfig.v1+json","size":2,"data":"e30=",
        "digest":"sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"},
        "layers":[{"mediaType":"%slayer.v1.tar","digest":"%s","size":1,"data":"eA=="}]}
        """
            .formatted(type, type, layer);
    String digest = LayoutOfBlobs.digest(manifest.getBytes(StandardCharsets.UTF_8));
    Path layout = folder.resolve("embedded");
    Path blob = new LayoutOfBlobs(layout).place(digest);
    Files.createDirectories(blob.getParent());
    Files.writeString(blob, manifest);
    Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    String listed = "{\"mediaType\":\"%smanifest.v1+json\",\"digest\":\"%s\",\"size\":%d}";
    Files.writeString(
        layout.resolve("index.json"),
        "{\"schemaVersion\":2,\"manifests\":[%s]}"
            .formatted(listed.formatted(type, digest, manifest.length())));
    Path warehouse = folder.resolve("w");
    varve("ingest registry %s --strict --warehouse %s", layout, warehouse).endsWith(3);
    assertThat(rows(warehouse, "SELECT digest || ' ' || source FROM rejected_blob").toString())
        .contains(layer + " data of a descriptor");
  }
}
