package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.input.disk.FolderStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What skopeo reads of the same manifests; skipped where it is not installed. */
@Tag("thorough")
class SkopeoTest {
  @TempDir private static Path folder;
  private static Path layout;
  private static List<Finding> findings;

  @BeforeAll
  static void write() throws Exception {
    assumeTrue(skopeo("--version").contains("skopeo"), "skopeo is not installed");
    layout = folder.resolve("layout");
    RegistryWorld.writeLayout(new Seed(7), WorldSize.small(), layout);
    findings = found(layout);
  }

  @Test
  void everyTagOfALayoutLeadsToTheImagesThatSkopeoFinds() throws Exception {
    List<Finding.ImageTag> tags = tags();
    assertThat(tags).hasSizeGreaterThan(10);
    int platforms = 0;
    for (Finding.ImageTag tag : tags) {
      Finding.Image image = image(findings, tag.imageDigest());
      String reference = "oci:%s:%s:%s".formatted(layout, tag.repository(), tag.tag());
      String architecture = String.valueOf(image.architecture());
      JsonNode theirs = inspect(reference, architecture.replaceFirst("/.*", ""));
      assertSame(theirs, image, findings);
      platforms += theirs.path("Digest").asText().equals(image.imageDigest()) ? 0 : 1;
    }
    assertThat(platforms).as("images that an index leads to").isEqualTo(2);
  }

  /** Archives and layouts that skopeo itself writes, with other manifests and compressions. */
  @ParameterizedTest
  @CsvSource({
    "oci-archive:, .tar, ''",
    "docker-archive:, .tar, ''",
    "oci:, '', --dest-compress-format zstd --dest-compress",
    "oci:, '', --dest-decompress"
  })
  void whatSkopeoCopiesIsReadAsItReadsItItself(String transport, String suffix, String options)
      throws Exception {
    Finding.ImageTag tag =
        tags().stream()
            .filter(one -> image(findings, one.imageDigest()).layers() > 3)
            .findFirst()
            .get();
    Path copy = Files.createTempDirectory(folder, "copy").resolve("image" + suffix);
    String reference = transport + copy + ":varve/one:1.0";
    List<String> words = new ArrayList<>(List.of("copy", "--insecure-policy", "--quiet"));
    words.addAll(List.of(options.split(" ")).stream().filter(word -> !word.isEmpty()).toList());
    words.add("oci:%s:%s:%s".formatted(layout, tag.repository(), tag.tag()));
    words.add(reference);
    skopeo(words.toArray(String[]::new));
    List<Finding> copied = found(copy);
    assertThat(Shelf.of(copied, Finding.Rejected.class)).isEmpty();
    List<Finding.Image> images = Shelf.of(copied, Finding.Image.class);
    assertThat(images).hasSize(1);
    assertSame(inspect(reference, "amd64"), images.get(0), copied);
    assertThat(Shelf.of(copied, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::tag)
        .containsExactly("1.0");
  }

  /** The form that has no names, of which skopeo's own folder is the one for one image. */
  @Test
  void aFolderThatSkopeoWritesIsReadAsItReadsItItself() throws Exception {
    Finding.ImageTag tag = tags().get(0);
    Path copy = Files.createTempDirectory(folder, "copy").resolve("image");
    String source = "oci:%s:%s:%s".formatted(layout, tag.repository(), tag.tag());
    skopeo("copy", "--insecure-policy", "--quiet", source, "dir:" + copy);
    List<Finding> copied = found(copy);
    assertThat(Shelf.of(copied, Finding.Rejected.class)).isEmpty();
    List<Finding.Image> images = Shelf.of(copied, Finding.Image.class);
    assertThat(images).hasSize(1);
    assertSame(inspect("dir:" + copy, "amd64"), images.get(0), copied);
  }

  /** A store of podman, by its driver that needs no mounts; written as root alone. */
  @Test
  void layersThatSkopeoUnpacksAreWhatTheyWere() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "this user is not root");
    Finding.ImageTag tag =
        tags().stream()
            .filter(one -> image(findings, one.imageDigest()).layers() > 3)
            .findFirst()
            .get();
    Path storage = Files.createTempDirectory(folder, "storage");
    String source = "oci:%s:%s:%s".formatted(layout, tag.repository(), tag.tag());
    String target =
        "containers-storage:[vfs@%s/root+%s/run]varve/one:1".formatted(storage, storage);
    skopeo("copy", "--insecure-policy", "--quiet", source, target);
    List<Finding> stored = found(storage.resolve("root"));
    assertThat(Shelf.of(stored, Finding.Rejected.class)).isEmpty();
    List<String> diffIds =
        Shelf.of(findings, Finding.ImageLayer.class).stream()
            .filter(layer -> layer.imageDigest().equals(tag.imageDigest()))
            .sorted(Comparator.comparingInt(Finding.ImageLayer::depth))
            .map(layer -> String.valueOf(layer.diffId()))
            .distinct()
            .toList();
    int read = 0;
    for (Finding.LayerPlace place : Shelf.of(stored, Finding.LayerPlace.class)) {
      assertThat(diffIds).contains(place.layerDigest());
      try (InputStream in = place.place().open(new FolderStore())) {
        assertThat(Shelf.digest(in.readAllBytes())).isEqualTo(place.layerDigest());
        read++;
      } catch (MalformedBlobException e) {
        assertThat(e).hasMessageContaining("has a name that is no UTF-8");
      }
    }
    assertThat(read).isGreaterThan(diffIds.size() / 2);
  }

  /** Those of OCI's own manifests: in a layout it passes over Docker's. */
  private static List<Finding.ImageTag> tags() {
    return Shelf.of(findings, Finding.ImageTag.class).stream()
        .filter(
            tag ->
                Shelf.of(findings, Finding.ImageLayer.class).stream()
                    .filter(layer -> layer.imageDigest().equals(tag.imageDigest()))
                    .noneMatch(layer -> String.valueOf(layer.mediaType()).contains("docker")))
        .toList();
  }

  private static void assertSame(JsonNode theirs, Finding.Image image, List<Finding> all) {
    assertThat(image.os()).isEqualTo(theirs.path("Os").asText());
    assertThat(image.architecture()).startsWith(theirs.path("Architecture").asText());
    assertThat(image.createdAtMicros())
        .isEqualTo(
            ChronoUnit.MICROS.between(
                Instant.EPOCH, Instant.parse(theirs.path("Created").asText())));
    List<String> layers = new ArrayList<>();
    theirs.path("Layers").forEach(layer -> layers.add(layer.asText()));
    assertThat(
            Shelf.of(all, Finding.ImageLayer.class).stream()
                .filter(layer -> layer.imageDigest().equals(image.imageDigest()))
                .distinct()
                .sorted(Comparator.comparingInt(Finding.ImageLayer::depth)))
        .extracting(Finding.ImageLayer::layerDigest)
        .isEqualTo(layers);
  }

  private static Finding.Image image(List<Finding> all, String digest) {
    return Shelf.of(all, Finding.Image.class).stream()
        .filter(image -> image.imageDigest().equals(digest))
        .findFirst()
        .orElseThrow();
  }

  private static List<Finding> found(Path input) throws IOException {
    FolderStore store = new FolderStore();
    List<Finding> all = new ArrayList<>();
    for (SourceUnit unit : ImageSources.units(store, FolderStore.uri(input))) {
      all.addAll(Findings.read(store, unit, Shelf.LIMITS));
    }
    return all;
  }

  private static JsonNode inspect(String reference, String architecture) throws Exception {
    return new ObjectMapper()
        .readTree(
            skopeo("--override-os=linux", "--override-arch=" + architecture, "inspect", reference));
  }

  private static String skopeo(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("skopeo"));
    command.addAll(List.of(words));
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      assumeTrue(false, "skopeo is not installed");
      throw e;
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(command + "\n" + errors).isZero();
    return output;
  }
}
