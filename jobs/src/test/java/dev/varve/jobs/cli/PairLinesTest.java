package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports on updates, of two images that the line names. */
class PairLinesTest {
  private static final String REPORTS = "update-cost update-lines update-directories update-chunks";

  @TempDir private static Path folder;

  /** The small registry, without derived tables, and with them. */
  private static Path plain;

  private static Path derived;

  @BeforeAll
  static void ingest() {
    plain = folder.resolve("plain");
    varve(
            "ingest registry %s --warehouse %s --chunks fixed-4k,fastcdc-v1-8k",
            SmallWorld.registry(), plain)
        .done();
    derived = SmallWorld.copy(plain, folder.resolve("derived"));
    varve("derive --warehouse %s", derived).done();
  }

  private static JsonNode answer(Path in, String from, String to) {
    return varve(
            "report " + REPORTS + " --format json --warehouse %s --from %s --to %s", in, from, to)
        .done()
        .json();
  }

  private static String fault(Path in, String from, String to) {
    return varve("report update-cost --warehouse %s --from %s --to %s", in, from, to)
        .endsWith(2)
        .err();
  }

  /** Every report, by the digests of each update in turn. */
  @Test
  void imagesThatFollowEachOtherAreAsDeriveComparesThem() {
    List<Line> updates =
        rows(
            derived,
            "SELECT from_image, to_image FROM image_update ORDER BY update_number % 5, update_number LIMIT 4");
    assertThat(updates).hasSize(4);
    for (Line update : updates) {
      String to = update.text("to_image");
      JsonNode chosen = answer(derived, update.text("from_image"), to);
      JsonNode all =
          varve(
                  "report " + REPORTS + " --format json --warehouse %s --where %s",
                  derived,
                  "image = '" + to + "'")
              .done()
              .json();
      assertThat(chosen).isEqualTo(all);
      assertThat(chosen.path(0).path("rows")).hasSize(1);
    }
  }

  /** All columns are known before derive but those of layers that are alike. */
  @Test
  void nothingNeedsToBeDerived() {
    Line update =
        rows(derived, "SELECT * FROM image_update WHERE changed_files > 0 LIMIT 1").get(0);
    Line alone =
        varve(
                "report update-cost --format json --warehouse %s --from %s --to %s",
                plain, update.text("from_image"), update.text("to_image"))
            .done()
            .rows()
            .get(0);
    for (String column :
        List.of("new_layer_bytes", "new_file_stored_bytes", "avoidable_bytes", "changed_bytes")) {
      assertThat(alone.cells().get(column)).as(column).isEqualTo(update.cells().get(column));
    }
    assertThat(alone.cells().get("near_bytes").isNull()).isTrue();
  }

  @Test
  void anImageIsNamedByTagOrDigestOrItsBeginning() {
    Line image =
        rows(
                plain,
                """
                SELECT repository, tag, image_digest FROM image_tag
                WHERE tag <> 'latest'
                  AND repository || tag IN (SELECT repository || tag FROM image_tag GROUP BY ALL HAVING count(*) = 1)
                  AND image_digest IN (SELECT image_digest FROM image_tag GROUP BY ALL HAVING count(*) = 1)
                ORDER BY repository, tag LIMIT 1
                """)
            .get(0);
    String digest = image.text("image_digest");
    String repository = image.text("repository");
    String tag = repository + ":" + image.text("tag");
    JsonNode expected = answer(plain, digest, digest);
    assertThat(expected.path(0).path("rows")).hasSize(1);
    for (String name :
        List.of(
            tag,
            repository + "@" + digest,
            tag + "@" + digest,
            digest.substring(0, 20),
            digest.substring(7, 25))) {
      assertThat(answer(plain, name, tag)).as(name).isEqualTo(expected);
    }
    String first =
        rows(
                plain,
                """
                SELECT substr(image_digest, 1, 8) AS first FROM image
                GROUP BY substr(image_digest, 1, 8) HAVING count(*) > 1
                """)
            .get(0)
            .text("first");
    assertThat(fault(plain, first, tag))
        .contains("--from: several images begin with " + first + "; name more of one: sha256:");
    assertThat(fault(plain, tag + "x", "nowhere:1"))
        .contains("--from: there is no image " + tag + "x; did you mean " + tag)
        .contains("--to: there is no image nowhere:1; name one as REPOSITORY:TAG");
    assertThat(fault(plain, repository, tag)).contains("such as " + repository + ":");
    assertThat(varve("report update-cost --warehouse %s --from %s", plain, tag).endsWith(2).err())
        .contains("name both images");
    assertThat(
            varve("report layer-profile --warehouse %s --from %s --to %s", plain, tag, tag)
                .endsWith(2)
                .err())
        .contains("layer-profile takes no --from; these do: update-chunks, update-cost");
  }

  @Test
  void ofAnIndexEveryPlatformIsCompared() {
    Line index =
        rows(
                plain,
                """
                SELECT repository, tag, count(*) AS platforms FROM image_tag
                GROUP BY repository, tag HAVING count(*) > 1 AND tag IS NOT NULL
                """)
            .get(0);
    String name = index.text("repository") + ":" + index.text("tag");
    String other =
        rows(
                plain,
                "SELECT min(repository || ':' || tag) AS name FROM image_tag WHERE tag = 'latest'")
            .get(0)
            .text("name");
    JsonNode rows = answer(plain, name, name).path(0).path("rows");
    assertThat(rows).hasSize((int) index.number("platforms"));
    assertThat(rows.path(0).path("platform")).isNotEqualTo(rows.path(1).path("platform"));
    JsonNode one = answer(plain, other, name).path(0).path("rows");
    assertThat(one).as("platforms that both have").hasSize(1);
    assertThat(one.path(0).path("from_tag").asText()).startsWith(other.replaceAll(":.*", ":"));
  }

  private static void image(LayoutOfBlobs layout, String... blocks) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (String file : blocks) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int at = 0; at < file.length(); at++) {
          char block = file.charAt(at);
          byte[] random = new byte[Character.isUpperCase(block) ? 4096 : 100];
          new Random(block).nextBytes(random);
          content.writeBytes(random);
        }
        TarArchiveEntry entry = new TarArchiveEntry("f" + file);
        entry.setSize(content.size());
        tar.putArchiveEntry(entry);
        tar.write(content.toByteArray());
        tar.closeArchiveEntry();
      }
    }
    layout.layer(bytes.toByteArray(), bytes.toByteArray());
  }

  /** Files of blocks: a capital is one of 4,096 bytes, a small letter one of 100 at the end. */
  @Test
  void chunksAreNewThatNoFileOfTheEarlierImageContains() throws IOException {
    Path images = folder.resolve("images");
    Path in = folder.resolve("chunked");
    LayoutOfBlobs layout = new LayoutOfBlobs(Files.createDirectories(images.resolve("app")));
    image(layout, "AB", "CDx", "E");
    layout.finish();
    varve("ingest registry %s --warehouse %s --chunks fixed-4k", images, in).done();
    image(layout, "BAx", "CDy", "FF", "GFy");
    layout.finish();
    varve("ingest registry %s --warehouse %s --chunks fixed-4k", images, in).done();
    // Fz is not cut, so counts whole, though F is there.
    image(layout, "BAx", "CDy", "Fz", "E");
    layout.finish();
    varve("ingest registry %s --warehouse %s", images, in).done();
    varve("derive --warehouse %s", in).done();
    List<String> updates = new ArrayList<>();
    for (Line row :
        rows(
            in,
            """
            SELECT image_update_chunk.*, new_file_bytes
            FROM image_update_chunk JOIN image_update USING (update_number) ORDER BY update_number
            """)) {
      updates.add(
          "%s %s %s %s"
              .formatted(
                  row.text("chunker"),
                  row.text("new_chunks"),
                  row.text("new_chunk_bytes"),
                  row.text("new_file_bytes")));
    }
    // y, F and G are new of BAx, CDy, FF and GFy; then Fz and E.
    assertThat(updates).containsExactly("fixed-4k 3 8292 33068", "fixed-4k 2 8292 8292");
    String before = varve("report update-chunks --format csv --warehouse %s", in).done().out();
    for (String engine : TestEngine.engines()) {
      Path other = SmallWorld.copy(in, folder.resolve(engine));
      varve("derive --warehouse %s --set engine.name=%s", other, engine).done();
      assertThat(varve("report update-chunks --format csv --warehouse %s", other).done().out())
          .isEqualTo(before);
    }
  }

  @Test
  void onlyTheLocalEngineCompares() {
    assertThat(
            varve("report update-cost --engine spark --warehouse %s --from a:1 --to b:1", plain)
                .endsWith(2)
                .err())
        .contains("leave --engine away");
  }
}
