package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layouts whose tags state no repository: their folders name it. */
class PlaceNamesTest {
  private static final String TAGS =
      "SELECT repository, tag, image_digest FROM image_tag ORDER BY ALL";

  /** A header, 1024 bytes of a file, and two empty blocks. */
  private static final int LAYER_BYTES = 512 + 1024 + 1024;

  @TempDir private Path folder;

  private Path warehouse() {
    return folder.resolve("w");
  }

  @Test
  void theNameIsShownAndAcceptedEverywhere() throws IOException {
    Path steps = folder.resolve("left/steps");
    String image = layout(steps, 1024, "v1");
    varve("ingest registry %s --warehouse %s", steps, warehouse()).done();
    varve("derive --warehouse %s", warehouse()).done();
    varve("simulate retention --keep-newest 1 --warehouse %s", warehouse()).done();

    assertThat(texts(rows(warehouse(), TAGS))).containsExactly("steps v1 " + image);
    for (String report : List.of("image-efficiency", "node-disk")) {
      assertThat(report(report, image, "image_digest").text("example")).isEqualTo("steps:v1");
    }
    Line change = report("changes", "steps:v1", "name");
    assertThat(change.text("digest")).isEqualTo(image);
    assertThat(change.count("bytes")).isEqualTo(LAYER_BYTES);
    assertThat(report("repository-sharing", "steps", "repository").count("layer_bytes"))
        .isEqualTo(LAYER_BYTES);
    assertThat(report("retention-frees", "steps", "repository").count("tags")).isEqualTo(1);
    Line own =
        varve(
                "report exclusive-bytes --where %s --format json --warehouse %s",
                "repository = 'steps' AND tag = 'v1'", warehouse())
            .done()
            .rows()
            .get(0);
    assertThat(own.cells().toString()).contains(String.valueOf(LAYER_BYTES));
    assertThat(
            varve("explain steps:v1 --format json --warehouse %s", warehouse())
                .done()
                .json()
                .required("digest")
                .asText())
        .isEqualTo(image);
    assertThat(headline()).contains("Read 1 image in 1 repository:");

    varve("ingest registry %s --warehouse %s", folder.resolve("left"), warehouse()).done();
    assertThat(changes()).as("the folder above gives the same name").isEmpty();
  }

  @Test
  void anImageWithoutATagIsInTheRepositoryOfItsFolder() throws IOException {
    Path bare = folder.resolve("bare");
    String image = layout(bare, 1024, null);
    varve("ingest registry %s --warehouse %s", bare, warehouse()).done();
    assertThat(texts(rows(warehouse(), TAGS))).containsExactly("bare null " + image);
    assertThat(report("node-disk", image, "image_digest").text("example")).isEqualTo("bare");
    assertThat(varve("explain bare@%s --warehouse %s", image, warehouse()).done().out())
        .contains(image);
  }

  /** Either place's tag leads to an image of its own, and people are told. */
  @Test
  void equalNamesAtTwoPlacesAreOneRepositoryAndSaidToBe() throws IOException {
    Path left = folder.resolve("left/steps");
    Path right = folder.resolve("right/steps");
    String one = layout(left, 1024, "v1");
    String other = layout(right, 2048, "v1");
    varve("ingest registry %s --warehouse %s", left, warehouse()).done();
    assertThat(headline()).doesNotContain("Equal names");
    varve("ingest registry %s --warehouse %s", right, warehouse()).done();

    assertThat(texts(rows(warehouse(), TAGS)))
        .containsExactlyInAnyOrder("steps v1 " + one, "steps v1 " + other);
    assertThat(headline())
        .contains("Read 2 images in 1 repository:")
        .contains(
            "Equal names at different places count as one repository: steps at %s and %s."
                .formatted(uri(left), uri(right)));
    assertThat(varve("explain steps:v1 --warehouse %s", warehouse()).endsWith(2).err())
        .contains("steps:v1 leads to several manifests")
        .contains(one + " at " + uri(left))
        .contains(other + " at " + uri(right));

    Path apart = folder.resolve("apart");
    varve("ingest registry %s --warehouse %s", folder, apart).done();
    assertThat(texts(rows(apart, TAGS)))
        .containsExactly("left/steps v1 " + one, "right/steps v1 " + other);
    assertThat(varve("report --warehouse %s", apart).done().out()).doesNotContain("Equal names");
  }

  /** Earlier versions left the repository of such an image null. */
  @Test
  void aWarehouseOfAnEarlierVersionAnswersAndGetsTheNameFromTheNextIngest() throws Exception {
    Path steps = folder.resolve("steps");
    String image = layout(steps, 1024, "v1");
    varve("ingest registry %s --warehouse %s", steps, warehouse()).done();
    String seen = "SELECT CAST(first_seen_at AS VARCHAR) AS at FROM image_tag";
    String since = row(warehouse(), seen).text("at");
    SmallWorld.unpublished(warehouse());
    for (String table : List.of("image_tag", "sighting")) {
      withoutRepositories(warehouse().resolve(table), table.equals("sighting"));
    }
    assertThat(texts(rows(warehouse(), TAGS))).containsExactly("null v1 " + image);
    varve("derive --warehouse %s", warehouse()).done();
    varve("simulate retention --untagged --warehouse %s", warehouse()).done();
    varve("simulate pulls --warehouse %s", warehouse()).done();
    varve("simulate startup --warehouse %s", warehouse()).done();
    varve("report --all --warehouse %s", warehouse()).done();
    assertThat(report("node-disk", image, "image_digest").text("example")).isEqualTo("v1");

    varve("ingest registry %s --warehouse %s", steps, warehouse()).done();
    assertThat(texts(rows(warehouse(), TAGS))).containsExactly("steps v1 " + image);
    assertThat(row(warehouse(), seen).text("at")).isEqualTo(since);
    assertThat(changes()).isEmpty();
    varve("check --warehouse %s", warehouse()).done();
  }

  private static String layout(Path root, int bytes, @Nullable String tag) throws IOException {
    LayoutOfBlobs layout = new LayoutOfBlobs(root);
    byte[] archive = archive(bytes);
    layout.layer(archive, archive);
    String image = layout.endImage();
    layout.finishEnded();
    if (tag != null) {
      Path index = root.resolve("index.json");
      String name = ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"%s\"}}]}";
      Files.writeString(index, Files.readString(index).replace("}]}", name.formatted(tag)));
    }
    return image;
  }

  /**
   * An archive of one file of so many bytes, rounded up to blocks of 512 with its header and end.
   */
  private static byte[] archive(int bytes) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(archive, 512)) {
      TarArchiveEntry entry = new TarArchiveEntry("etc/file");
      entry.setSize(bytes);
      tar.putArchiveEntry(entry);
      tar.write(new byte[bytes]);
      tar.closeArchiveEntry();
    }
    return archive.toByteArray();
  }

  private static String uri(Path place) {
    return place.toUri().toString().replaceFirst("^file:///", "file:/").replaceFirst("/$", "");
  }

  private String headline() {
    return varve("report --warehouse %s", warehouse()).done().out().replaceAll("\\s+", " ");
  }

  private List<Line> changes() {
    return varve("report changes --format json --warehouse %s", warehouse()).done().rows();
  }

  /** The row of a report with a value in a column. */
  private Line report(String report, String value, String column) {
    return varve("report %s --format json --warehouse %s", report, warehouse())
        .done()
        .rows()
        .stream()
        .filter(line -> line.has(column, value))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(List<Line> tags) {
    return tags.stream()
        .map(tag -> tag.text("repository") + " " + tag.text("tag") + " " + tag.text("image_digest"))
        .toList();
  }

  private static void withoutRepositories(Path table, boolean isSighting) throws Exception {
    String repository =
        isSighting ? "CASE WHEN kind <> 'IMAGE' THEN repository END" : "CAST(NULL AS VARCHAR)";
    try (DuckDb duck = new DuckDb();
        Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".parquet")).toList()) {
        Path old = Files.move(file, file.resolveSibling("old"));
        duck.execute(
            "COPY (SELECT * REPLACE (%s AS repository) FROM read_parquet('%s')) TO '%s' (FORMAT parquet)"
                .formatted(repository, old, file));
        Files.delete(old);
      }
    }
  }
}
