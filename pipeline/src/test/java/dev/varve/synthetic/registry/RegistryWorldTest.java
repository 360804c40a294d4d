package dev.varve.synthetic.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryWorldTest {
  private static final Seed SEED = new Seed(2024);

  private static Path folder;
  private static RegistryWorld.Summary summary;
  private static StorageTree tree;

  @BeforeAll
  static void grow(@TempDir Path temporary) throws IOException {
    folder = temporary;
    tree = new StorageTree(folder.resolve("first"));
    summary = RegistryWorld.write(SEED, WorldSize.small(), tree.root());
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    StorageTree again = new StorageTree(folder.resolve("again"));
    assertThat(RegistryWorld.write(SEED, WorldSize.small(), again.root())).isEqualTo(summary);
    assertThat(again.listing()).isEqualTo(tree.listing());
  }

  @Test
  void anotherSeedSharesNothingButWhatEveryWorldHas() throws IOException {
    StorageTree other = new StorageTree(folder.resolve("other"));
    RegistryWorld.write(new Seed(2025), WorldSize.small(), other.root());
    Set<String> common = new HashSet<>(diffIds(other));
    common.retainAll(diffIds(tree));
    // the empty layer, and cleanup and working directory in each of the two dialects of tar
    assertThat(common).hasSizeLessThanOrEqualTo(5);
  }

  /** The archives, not the stored bytes: another zlib may compress them otherwise. */
  @Test
  void theArchivesAreWhatTheyWereWhenForeignToolsReadThem() throws IOException {
    String all = String.join("\n", new TreeSet<>(diffIds(tree)));
    assertThat(StorageTree.sha256(all.getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo("sha256:edf0f4f62ec0b86b90dbab26608cb9f16041c564f34f96b75d2026a03ca10559");
  }

  @Test
  void everyBlobButTheTruncatedOneHasTheDigestThatNamesIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    tree.blobs()
        .forEach(
            (digest, data) -> {
              if (!StorageTree.sha256(data).equals(digest)) {
                wrong.add(digest);
              }
            });
    assertThat(wrong).containsExactly(summary.truncatedDigest());
  }

  @Test
  void theTruncatedBlobIsAGzipLayerOfOneImageThatEndsInItsMiddle() throws IOException {
    byte[] data = tree.blob(summary.truncatedDigest());
    assertThat(data).hasSize((int) summary.truncatedAtByte());
    try (GzipCompressorInputStream layer =
        new GzipCompressorInputStream(new ByteArrayInputStream(data))) {
      assertThatThrownBy(layer::readAllBytes).isInstanceOf(EOFException.class);
    }
    List<JsonNode> listed = new ArrayList<>();
    for (JsonNode image : tree.images().values()) {
      image.path("layers").forEach(listed::add);
    }
    assertThat(listed)
        .filteredOn(layer -> layer.path("digest").asText().equals(summary.truncatedDigest()))
        .singleElement()
        .satisfies(layer -> assertThat(layer.path("size").asLong() / 2).isEqualTo(data.length));
  }

  @Test
  void everyDiffIdIsTheDigestOfTheArchiveInside() throws IOException {
    for (JsonNode image : tree.images().values()) {
      JsonNode config = tree.config(image);
      JsonNode diffIds = config.path("rootfs").path("diff_ids");
      assertThat(diffIds).hasSameSizeAs(image.path("layers"));
      for (int depth = 0; depth < diffIds.size(); depth++) {
        String digest = image.path("layers").path(depth).path("digest").asText();
        if (!digest.equals(summary.truncatedDigest())) {
          byte[] archive = StorageTree.decompressed(tree.blob(digest));
          assertThat(StorageTree.sha256(archive)).isEqualTo(diffIds.path(depth).asText());
        }
      }
    }
  }

  @Test
  void theHistoryHasOneLineALayerAndMarksTheOthers() throws IOException {
    for (JsonNode image : tree.images().values()) {
      JsonNode config = tree.config(image);
      int laid = 0;
      for (JsonNode line : config.path("history")) {
        laid += line.path("empty_layer").asBoolean() ? 0 : 1;
      }
      assertThat(laid).isEqualTo(image.path("layers").size());
      assertThat(config.path("history").size()).isGreaterThan(laid);
    }
  }

  @Test
  void theSummaryCountsWhatTheManifestsList() throws IOException {
    Map<String, Long> layers = new HashMap<>();
    for (JsonNode image : tree.images().values()) {
      for (JsonNode layer : image.path("layers")) {
        layers.put(layer.path("digest").asText(), layer.path("size").asLong());
      }
    }
    assertThat(summary.images()).isEqualTo(tree.images().size());
    assertThat(summary.layers()).isEqualTo(layers.size());
    assertThat(summary.compressedBytes())
        .isEqualTo(layers.values().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void everyLinkLeadsToABlobAndEveryBlobIsLinked() throws IOException {
    assertThat(new TreeSet<>(tree.links().values()))
        .isEqualTo(new TreeSet<>(tree.blobs().keySet()));
  }

  @Test
  void oneRevisionHasNoTagAndNoIndex() throws IOException {
    Set<String> revisions = new TreeSet<>();
    Set<String> reached = new TreeSet<>();
    for (Map.Entry<String, String> link : tree.links().entrySet()) {
      if (link.getKey().contains("/_manifests/revisions/")) {
        revisions.add(link.getValue());
        tree.json(link.getValue())
            .path("manifests")
            .forEach(child -> reached.add(child.path("digest").asText()));
      } else if (link.getKey().contains("/_manifests/tags/")) {
        reached.add(link.getValue());
      }
    }
    assertThat(reached).isSubsetOf(revisions);
    revisions.removeAll(reached);
    assertThat(revisions).hasSize(1);
  }

  @Test
  void latestIsTheNewestVersionAndRemembersTheOthers() throws IOException {
    assertThat(tree.tagged("river/delta", "latest")).isEqualTo(tree.tagged("river/delta", "1.1"));
    assertThat(tree.links())
        .containsKeys(
            indexLink("latest", tree.tagged("river/delta", "1.0")),
            indexLink("latest", tree.tagged("river/delta", "1.1")));
  }

  @Test
  void theIndexHasTwoPlatformsAndAnAttestation() throws IOException {
    String index = tree.tagged("coast/estuary", "1.0");
    JsonNode children = tree.json(index).path("manifests");
    assertThat(children.findValuesAsText("architecture"))
        .containsExactly("amd64", "arm64", "unknown");
    JsonNode attestation = children.path(2);
    assertThat(attestation.path("annotations").path("vnd.docker.reference.type").asText())
        .isEqualTo("attestation-manifest");
    assertThat(attestation.path("annotations").path("vnd.docker.reference.digest"))
        .isEqualTo(children.path(0).path("digest"));
    assertThat(
            tree.json(attestation.path("digest").asText())
                .path("layers")
                .findValuesAsText("mediaType"))
        .containsExactly("application/vnd.in-toto+json");
  }

  @Test
  void aChartIsNoImage() throws IOException {
    String chart = tree.tagged("charts/delta", "0.1.0");
    assertThat(tree.json(chart).path("config").path("mediaType").asText())
        .isEqualTo("application/vnd.cncf.helm.config.v1+json");
    assertThat(tree.images()).doesNotContainKey(chart);
  }

  @Test
  void everyFormOfLayerOccurs() throws IOException {
    Set<String> mediaTypes = new TreeSet<>();
    for (JsonNode image : tree.images().values()) {
      mediaTypes.addAll(image.path("layers").findValuesAsText("mediaType"));
    }
    assertThat(mediaTypes)
        .containsExactly(
            "application/vnd.docker.image.rootfs.diff.tar.gzip",
            "application/vnd.oci.image.layer.v1.tar",
            "application/vnd.oci.image.layer.v1.tar+gzip",
            "application/vnd.oci.image.layer.v1.tar+zstd");
  }

  @Test
  void someGzipLayersHaveSeveralMembers() throws IOException {
    JsonNode image = tree.json(tree.tagged("base/basalt", "latest"));
    byte[] layer = tree.blob(image.path("layers").path(0).path("digest").asText());
    byte[] firstMember =
        new GzipCompressorInputStream(new ByteArrayInputStream(layer)).readAllBytes();
    assertThat(firstMember.length).isLessThan(StorageTree.decompressed(layer).length);
  }

  /** The digest that registries know it by. */
  @Test
  void theEmptyLayerIsTheRealOneAndSharedWidely() throws IOException {
    String empty = "sha256:a3ed95caeb02ffe68cdd9fd84406680ae93d633cb16422d00e8a7c22955b46d4";
    assertThat(tree.images().values())
        .filteredOn(image -> image.path("layers").findValuesAsText("digest").contains(empty))
        .hasSizeGreaterThan(tree.images().size() / 2);
  }

  /**
   * Dedup by files saves 0.4 to 0.9 of the bytes in distinct layers; the published registries lie
   * at 0.86. Some of it within single layers, most between them.
   */
  @Test
  void theSharingIsThatOfARegistry() throws IOException {
    Set<String> layers = new TreeSet<>();
    for (JsonNode image : tree.images().values()) {
      layers.addAll(image.path("layers").findValuesAsText("digest"));
    }
    layers.remove(summary.truncatedDigest());
    long fileBytes = 0;
    long bytesUniqueInLayers = 0;
    Map<String, Long> unique = new HashMap<>();
    for (String layer : layers) {
      Map<String, Long> own = new HashMap<>();
      for (byte[] file : files(StorageTree.decompressed(tree.blob(layer)))) {
        fileBytes += file.length;
        own.put(StorageTree.sha256(file), (long) file.length);
      }
      bytesUniqueInLayers += sum(own);
      unique.putAll(own);
    }
    assertThat(1 - (double) sum(unique) / fileBytes).isBetween(0.4, 0.9);
    assertThat(1 - (double) bytesUniqueInLayers / fileBytes).isBetween(0.001, 0.2);
  }

  @Test
  void theLayoutHoldsTheSameBlobsUnderTheSameNames() throws IOException {
    Path layout = folder.resolve("layout");
    assertThat(RegistryWorld.writeLayout(SEED, WorldSize.small(), layout)).isEqualTo(summary);
    for (Map.Entry<String, byte[]> blob : tree.blobs().entrySet()) {
      Path file = layout.resolve("blobs").resolve(blob.getKey().replace(':', '/'));
      assertThat(file).hasBinaryContent(blob.getValue());
    }
    JsonNode index = new ObjectMapper().readTree(layout.resolve("index.json").toFile());
    int unnamed = 0;
    for (JsonNode manifest : index.path("manifests")) {
      String name = manifest.path("annotations").path("org.opencontainers.image.ref.name").asText();
      if (name.isEmpty()) {
        unnamed++;
      } else {
        int colon = name.indexOf(':');
        assertThat(manifest.path("digest").asText())
            .isEqualTo(tree.tagged(name.substring(0, colon), name.substring(colon + 1)));
      }
    }
    assertThat(unnamed).isEqualTo(1);
  }

  @Test
  void aWorldHasAtLeastOneOfEverything() {
    assertThatIllegalArgumentException().isThrownBy(() -> new WorldSize(1, 1, 1, 1, 1, 1, 0));
  }

  @Test
  void theSmallestWorldHasItsTruncatedBlobToo() throws IOException {
    Path smallest = folder.resolve("smallest");
    WorldSize size = new WorldSize(1, 1, 1, 1, 1, 1, 1);
    assertThat(RegistryWorld.write(SEED, size, smallest).truncatedAtByte()).isPositive();
  }

  private static String indexLink(String tag, String digest) {
    String folder = "river/delta/_manifests/tags/" + tag + "/index/";
    return folder + digest.replace(':', '/') + "/link";
  }

  private static Set<String> diffIds(StorageTree world) throws IOException {
    Set<String> diffIds = new TreeSet<>();
    for (JsonNode image : world.images().values()) {
      JsonNode config = world.config(image);
      config.path("rootfs").path("diff_ids").forEach(diffId -> diffIds.add(diffId.asText()));
    }
    return diffIds;
  }

  private static List<byte[]> files(byte[] archive) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
          files.add(tar.readAllBytes());
        }
      }
    }
    return files;
  }

  private static long sum(Map<String, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
