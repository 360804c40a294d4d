package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A repository of Docker Hub with tags 1.8, 1.9 and 1.10, whose builds set their clock to 1970.
 * Each tag leads to an index of several platforms; platforms are written in several ways.
 */
class PlatformLinesTest {
  private static final String OCI = "application/vnd.oci.image.";

  @TempDir private static Path folder;
  private static Path layout;
  private static Path warehouse;

  @BeforeAll
  static void ingest() throws IOException {
    layout = folder.resolve("saved");
    List<String> tags = new ArrayList<>();
    String[] arm64 = {"'arm64','variant':'v8'", "'arm64'", "'aarch64'"};
    String[] arm = {"'arm','variant':'v7'", "'arm'", "'armhf'"};
    for (int tag = 0; tag < 3; tag++) {
      String revision = "." + (1000 + tag);
      List<String> images =
          List.of(
              image(tag, "'os':'linux','architecture':" + arm64[tag], ""),
              image(tag, "'os':'linux','architecture':" + arm[tag], ""),
              // The variant is in the index alone.
              image(
                  tag,
                  "'os':'Linux','architecture':'arm','author':'six'",
                  "'os':'linux','architecture':'arm','variant':'v6'"),
              windows(tag, "10.0.17763" + revision),
              windows(tag, "10.0.20348" + revision),
              image(tag, "'os':'linux','architecture':'arm64','os.features':['gpu','erofs']", ""));
      String name = "docker.io/library/app:" + List.of("1.8", "1.9", "1.10").get(tag);
      tags.add(
          descriptor(
              "index.v1+json",
              "{'schemaVersion':2,'manifests':[" + String.join(",", images) + "]}",
              ",'annotations':{'io.containerd.image.name':'" + name + "'}"));
    }
    Files.writeString(
        layout.resolve("index.json"),
        ("{'schemaVersion':2,'manifests':[" + String.join(",", tags) + "]}").replace('\'', '"'));
    Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    warehouse = folder.resolve("warehouse");
    varve("ingest registry %s --warehouse %s", layout, warehouse).done();
  }

  private static String windows(int tag, String version) throws IOException {
    return image(
        tag,
        "'os':'windows','architecture':'amd64','author':'" + version + "'",
        "'os':'windows','architecture':'amd64','os.version':'" + version + "'");
  }

  /** A descriptor of an image of one layer, which is that of its tag. */
  private static String image(int tag, String platform, String listed) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 512)) {
      TarArchiveEntry entry = new TarArchiveEntry("app-" + tag);
      entry.setModTime(0);
      entry.setSize(1);
      tar.putArchiveEntry(entry);
      tar.write('0' + tag);
      tar.closeArchiveEntry();
    }
    byte[] archive = bytes.toByteArray();
    String config =
        "{'created':'1970-01-01T00:00:00Z','rootfs':{'type':'layers','diff_ids':['"
            + blob(archive)
            + "']},"
            + platform
            + "}";
    String manifest =
        "{'schemaVersion':2,'config':"
            + descriptor("config.v1+json", config, "")
            + ",'layers':[{'mediaType':'"
            + OCI
            + "layer.v1.tar','digest':'"
            + blob(archive)
            + "','size':"
            + archive.length
            + "}]}";
    return descriptor(
        "manifest.v1+json", manifest, listed.isEmpty() ? "" : ",'platform':{" + listed + "}");
  }

  private static String descriptor(String type, String json, String more) throws IOException {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return "{'mediaType':'%s%s','digest':'%s','size':%d%s}"
        .formatted(OCI, type, blob(bytes), bytes.length, more);
  }

  private static String blob(byte[] bytes) throws IOException {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
      String hex = HexFormat.of().formatHex(sum);
      Path blobs = Files.createDirectories(layout.resolve("blobs/sha256"));
      Files.write(blobs.resolve(hex), bytes);
      return "sha256:" + hex;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** As matchers of containerd/platforms tell platforms apart; of each, 1.8 before 1.9, 1.10. */
  @ParameterizedTest
  @MethodSource("dev.varve.jobs.engine.run.TestEngine#engines")
  void updatesFollowTheTagsOfOnePlatform(String engine) {
    Path derived = SmallWorld.copy(warehouse, folder.resolve(engine));
    varve("derive --warehouse %s --set engine.name=%s", derived, engine).done();
    List<String> expected = new ArrayList<>();
    for (String platform :
        List.of(
            "linux(+erofs+gpu)/arm64",
            "linux/arm/v6",
            "linux/arm/v7",
            "linux/arm64",
            "windows(10.0.17763)/amd64",
            "windows(10.0.20348)/amd64")) {
      expected.add("app " + platform + " 1.8 1.9");
      expected.add("app " + platform + " 1.9 1.10");
    }
    assertThat(
            rows(
                    derived,
                    "SELECT concat_ws(' ', repository, platform, from_tag, to_tag) AS line"
                        + " FROM image_update ORDER BY update_number")
                .stream()
                .map(line -> line.text("line")))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void aTableHasTheNormalForm() {
    assertThat(
            rows(
                    warehouse,
                    "SELECT DISTINCT concat_ws(' ', os, architecture, os_version, os_features) AS line"
                        + " FROM image ORDER BY 1")
                .stream()
                .map(line -> line.text("line")))
        .containsExactly(
            "linux arm/v6",
            "linux arm/v7",
            "linux arm64",
            "linux arm64 erofs+gpu",
            "windows amd64 10.0.17763.1000",
            "windows amd64 10.0.17763.1001",
            "windows amd64 10.0.17763.1002",
            "windows amd64 10.0.20348.1000",
            "windows amd64 10.0.20348.1001",
            "windows amd64 10.0.20348.1002");
  }

  /** What docker, ctr and crictl print for the image. */
  @ParameterizedTest
  @ValueSource(
      strings = {"app:1.9", "docker.io/library/app:1.9", "index.docker.io/library/app:1.9"})
  void anyNameOfAnImageLeadsToIt(String name) {
    assertThat(varve("explain %s --warehouse %s", name, warehouse).done().out())
        .isEqualTo(varve("explain app:1.9 --warehouse %s", warehouse).done().out());
    assertThat(
            varve(
                    "report update-cost --format csv --warehouse %s --from %s --to app:1.10",
                    warehouse, name)
                .done()
                .out())
        .contains("linux/arm/v6");
  }

  @Test
  void aListOfTagsMayNameThemInAnyForm() throws IOException {
    Path list =
        Files.writeString(
            folder.resolve("tags"), "docker.io/library/app:1.8\napp:1.9\nother/app:1.8\n");
    Path simulated = SmallWorld.copy(warehouse, folder.resolve("listed"));
    assertThat(varve("simulate retention --warehouse %s --tags %s", simulated, list).done().err())
        .contains("1 of 3 listed tags are not there: other/app:1.8");
    assertThat(removed(simulated)).containsExactly("1.8", "1.9");
  }

  /** The newest of one build time is the last in natural order. */
  @Test
  void theNewestTagIsTheLastInNaturalOrder() {
    Path simulated = SmallWorld.copy(warehouse, folder.resolve("newest"));
    varve("simulate retention --warehouse %s --keep-newest 1", simulated).done();
    assertThat(removed(simulated)).containsExactly("1.8", "1.9");
  }

  private static List<String> removed(Path warehouse) {
    return rows(warehouse, "SELECT tag FROM retention_tag ORDER BY tag").stream()
        .map(line -> line.text("tag"))
        .toList();
  }
}
