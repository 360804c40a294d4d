package dev.varve.jobs.ingest.registry;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When things were first seen, over ingests of a registry that changes in between. */
class FirstSeenTest {
  private static final String NEWEST =
      "(SELECT max(started_at) FROM run WHERE verb = 'ingest registry')";

  @TempDir private Path folder;

  @Test
  void everythingOfAFirstIngestWasSeenWhenItBegan() {
    Path warehouse = SmallWorld.ingested();
    for (String table : List.of("layer", "image", "image_tag")) {
      assertThat(unlike(warehouse, table, NEWEST)).as(table).isZero();
    }
    String began = "(SELECT started_at FROM run WHERE run.run_id = snapshot.run_id)";
    assertThat(unlike(warehouse, "snapshot", began)).isZero();
  }

  /** One tag moves to another image, one is new; the rest is as an earlier version has left it. */
  @Test
  void whatWasThereKeepsItsTimeAndWhatIsNewHasThatOfTheRun() throws Exception {
    Path warehouse =
        SmallWorld.unpublished(SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w")));
    for (String table : List.of("layer", "image", "image_tag")) {
      withoutTimes(warehouse.resolve(table));
    }
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("registry"));
    List<Path> links = links(registry);
    Path moved = links.get(0);
    Path other =
        links.stream().filter(link -> !text(link).equals(text(moved))).findFirst().orElseThrow();
    Path added = moved.resolveSibling("../../added/current/link").normalize();
    Files.createDirectories(added.getParent());
    Files.copy(moved, added);
    Files.copy(other, moved, StandardCopyOption.REPLACE_EXISTING);
    varve("ingest registry %s --warehouse %s", registry, warehouse).done();

    assertThat(unlike(warehouse, "layer", "NULL")).isZero();
    assertThat(unlike(warehouse, "image", "NULL")).isZero();
    assertThat(
            row(
                    warehouse,
                    "SELECT count(*) AS n, count(*) FILTER (tag = 'added') AS added FROM image_tag"
                        + " WHERE first_seen_at = "
                        + NEWEST)
                .cells()
                .toString())
        .isEqualTo("{\"n\":2,\"added\":1}");
  }

  /** Either folder is a repository with the image, whichever was read first. */
  @Test
  void anImageIsNamedWhereverItsNameWasReadFirst() throws Exception {
    Path nameless = folder.resolve("nameless");
    LayoutOfBlobs layout = new LayoutOfBlobs(nameless);
    layout.layer(new byte[1024], new byte[1024]);
    layout.finish();
    Path named = SmallWorld.copy(nameless, folder.resolve("named"));
    Path index = named.resolve("index.json");
    Files.writeString(
        index,
        Files.readString(index)
            .replace(
                "}]}", ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"known\"}}]}"));
    String tags =
        "SELECT string_agg(repository || ':' || coalesce(tag, ''), ' ' ORDER BY repository) AS names FROM image_tag";
    for (List<Path> order : List.of(List.of(nameless, named), List.of(named, nameless, nameless))) {
      Path warehouse = folder.resolve("w" + order.size());
      for (Path one : order) {
        varve("ingest registry %s --warehouse %s", one, warehouse).done();
      }
      assertThat(row(warehouse, tags).text("names")).isEqualTo("named:known nameless:");
    }
  }

  private static long unlike(Path warehouse, String table, String expected) {
    return row(
            warehouse,
            "SELECT count(*) AS n FROM %s WHERE first_seen_at IS DISTINCT FROM %s"
                .formatted(table, expected))
        .count("n");
  }

  /** Tags of a repository that lead to several images, in order. */
  private static List<Path> links(Path registry) throws Exception {
    try (Stream<Path> files = Files.walk(registry)) {
      return files
          .filter(file -> file.endsWith("current/link"))
          .sorted()
          .collect(Collectors.groupingBy(file -> file.resolveSibling("../..").normalize()))
          .values()
          .stream()
          .filter(links -> links.stream().map(FirstSeenTest::text).distinct().count() > 1)
          .findFirst()
          .orElseThrow();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void withoutTimes(Path table) throws Exception {
    try (DuckDb duck = new DuckDb();
        Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".parquet")).toList()) {
        Path old = Files.move(file, file.resolveSibling("old"));
        duck.execute(
            "COPY (SELECT * EXCLUDE (first_seen_at) FROM read_parquet('%s')) TO '%s' (FORMAT parquet)"
                .formatted(old, file));
        Files.delete(old);
      }
    }
  }
}
