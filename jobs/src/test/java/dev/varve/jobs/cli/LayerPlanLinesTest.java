package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four images of one line, a week apart, whose layers are not compressed: an entry takes 512 bytes
 * of header and its content up to the next 512. A base of lib/a (1000 bytes: 1536) and lib/b (2000:
 * 2560) is in all of them. A layer above has app/x (500: 1024), another one in each image. The last
 * image deletes lib/b and has app/new (300: 1024), too. Plans learn from the first two.
 */
class LayerPlanLinesTest {
  private static final String A = "a".repeat(1000);
  private static final String B = "b".repeat(2000);
  private static final String SIMULATE =
      "simulate layers --warehouse %s --learn-ratio 0.5 --max-layers 2";

  @TempDir private static Path folder;
  private static Path warehouse;

  private static void layer(LayoutOfBlobs image, String... files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 512)) {
      for (int file = 0; file < files.length; file += 2) {
        TarArchiveEntry entry = new TarArchiveEntry(files[file]);
        entry.setSize(files[file + 1].length());
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(files[file + 1].getBytes(StandardCharsets.US_ASCII));
        tar.closeArchiveEntry();
      }
    }
    image.layer(bytes.toByteArray(), bytes.toByteArray());
  }

  @BeforeAll
  static void simulate() throws IOException {
    Path images = folder.resolve("images");
    LayoutOfBlobs line = new LayoutOfBlobs(Files.createDirectories(images.resolve("app")));
    for (int image = 1; image <= 4; image++) {
      layer(line, "lib/a", A, "lib/b", B);
      String x = String.valueOf(image).repeat(500);
      if (image < 4) {
        layer(line, "app/x", x);
      } else {
        layer(line, "app/x", x, "app/new", "n".repeat(300), "lib/.wh.b", "");
      }
      line.builtOnDay(7 * image).endImage();
    }
    line.finishEnded();
    warehouse = folder.resolve("warehouse");
    varve("ingest registry %s --warehouse %s", images, warehouse).done();
    assertThat(varve(SIMULATE, warehouse).endsWith(4).err())
        .contains("has no repository and platform with three images", "varve derive");
    varve("derive --warehouse %s", warehouse).done();
    varve(SIMULATE, warehouse).done();
  }

  private static Line result(String policy) {
    return rows(warehouse, "SELECT * FROM layer_plan_result WHERE policy = '" + policy + "'")
        .get(0);
  }

  private static void assertBytes(Line row, long pulled, long files, long stored, long allFiles) {
    assertThat(row.count("pulled_bytes")).isEqualTo(pulled);
    assertThat(row.count("pulled_file_bytes")).isEqualTo(files);
    assertThat(row.count("stored_bytes")).isEqualTo(stored);
    assertThat(row.count("stored_file_bytes")).isEqualTo(allFiles);
  }

  @Test
  void layersAsBuiltAreWholeBlobs() {
    // The blobs end with 1024 bytes: 5120, three of 2048, and 1024 + 1024 + 512 + 1024 = 3584.
    Line built = result("as-built");
    assertBytes(built, 2048 + 3584, 500 + 800, 5120 + 3 * 2048 + 3584, 3000 + 1500 + 800);
    assertThat(built.count("layers")).isEqualTo(2);
    assertThat(built.count("images")).isEqualTo(4);
    assertThat(built.count("learned_images")).isEqualTo(2);
    assertThat(built.count("updates")).isEqualTo(2);
    // Of the newest image: lib/a, app/x, app/new.
    assertThat(built.count("entries")).isEqualTo(3);
    assertThat(built.count("entry_bytes")).isEqualTo(1800);
  }

  @Test
  void filesAloneAreTheLeastThatUpdatesFetch() {
    Line alone = result("files-alone");
    assertBytes(alone, 1024 + 2048, 500 + 800, 1536 + 2560 + 4 * 1024 + 1024, 3000 + 2000 + 300);
    assertThat(alone.number("as_built_ratio")).isEqualTo(3072 / 5632.0);
    assertThat(alone.number("bound_ratio")).isEqualTo(1);
  }

  @Test
  void oneLayerIsTheMostThatUpdatesFetch() {
    Line one = result("one-layer");
    assertBytes(one, 5120 + 3584, 3500 + 1800, 3 * 5120 + 3584, 3 * 3500 + 1800);
    assertThat(one.count("layers")).isEqualTo(1);
  }

  /** Rules: app/ is layer 1, all else 0; app/new was never seen, and goes with app/x. */
  @Test
  void directoriesPartWhatChangesFromWhatDoesNot() {
    Line directories = result("directories");
    assertBytes(
        directories,
        1024 + (1024 + 1024 + 1536),
        500 + (500 + 300 + 1000),
        4 * 1024 + 1024 + (1536 + 2560) + 1536,
        2000 + 300 + 3000 + 1000);
    assertThat(
            rows(
                warehouse,
                "SELECT entries, bytes, compressed_bytes, learned_updates, judged_updates,"
                    + " days_between_updates FROM layer_plan WHERE policy = 'directories'"
                    + " ORDER BY bytes"))
        .extracting(row -> row.cells().toString())
        .containsExactly(
            "{\"entries\":2,\"bytes\":800,\"compressed_bytes\":2048,\"learned_updates\":1,\"judged_updates\":2,\"days_between_updates\":7.0}",
            "{\"entries\":1,\"bytes\":1000,\"compressed_bytes\":1536,\"learned_updates\":0,\"judged_updates\":1,\"days_between_updates\":21.0}");
  }

  @Test
  void theRulesAreCommandsForAShell() throws Exception {
    List<String> lines =
        varve(
                "report layer-plan-rules --warehouse %s --columns command --format lines --where %s",
                warehouse, "policy = directories")
            .done()
            .lines();
    assertThat(lines)
        .hasSize(2)
        .allMatch(line -> line.startsWith("setfattr -h -n user.component -v '00"))
        .anyMatch(line -> line.endsWith("user.update-interval -v 21 /*"))
        .anyMatch(line -> line.endsWith("user.update-interval -v 7 '/app'"));
    Path script = Files.write(folder.resolve("plan.sh"), lines);
    assertThat(new ProcessBuilder("sh", "-n", script.toString()).start().waitFor()).isZero();
  }

  @Test
  void reportsTakeACondition() {
    for (String report : List.of("layer-plan", "layer-plan-layers", "layer-plan-rules")) {
      assertThat(
              varve(
                      "report %s --warehouse %s --format json --where %s",
                      report, warehouse, "repository = app and policy = history")
                  .done()
                  .rows())
          .as(report)
          .isNotEmpty()
          .allMatch(row -> row.has("policy", "history"));
    }
  }

  @Test
  void aConditionChoosesLines() {
    assertThat(varve(SIMULATE + " --where %s", warehouse, "repository = nobody").endsWith(4).err())
        .contains("of those with repository = nobody");
    assertThat(varve(SIMULATE + " --where %s", warehouse, "tag = 1").endsWith(2).err())
        .contains("layers.where: there is no column tag; lines have repository, platform");
  }
}
