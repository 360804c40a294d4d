package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.host.Parallel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publication, recovery and the lock, with runs that end in the middle. */
class WarehouseWriterTest {
  private static SparkSession spark;
  @TempDir private Path folder;
  private WarehouseFiles warehouse;

  @BeforeAll
  static void open() {
    spark = TestEngine.session();
  }

  @BeforeEach
  void start() throws IOException {
    warehouse = SparkRows.warehouse(spark, folder.toString());
  }

  private static Dataset<Row> tags(int from, int to) {
    List<Row> rows =
        IntStream.range(from, to)
            .mapToObj(
                number -> RowFactory.create("repository", "tag" + number, "sha256:" + number, null))
            .toList();
    return spark.createDataFrame(rows, SparkRows.schema("image_tag"));
  }

  private static Dataset<Row> phases(String run, int count) {
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(
                number ->
                    RowFactory.create(run + number, run, 1L, 2L, 3L, 4L, null, null, null, null))
            .toList();
    return spark.createDataFrame(rows, SparkRows.schema("layer_phase"));
  }

  private WarehouseWriter writer() throws IOException {
    return WarehouseWriter.open(warehouse, 5, 60, owner -> {});
  }

  private List<Path> files(String table) throws IOException {
    Path path = folder.resolve(table);
    if (!Files.exists(path)) {
      return List.of();
    }
    try (var files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void nothingIsVisibleBeforeTheCommit() throws Exception {
    try (WarehouseWriter writer = writer()) {
      Publication publication = writer.publication("one");
      SparkRows.add(publication, "layer_phase", phases("a", 10), "layer_digest");
      assertThat(files("layer_phase")).isEmpty();
      publication.commit();
      assertThat(SparkRows.of(spark, warehouse, "layer_phase").count()).isEqualTo(10);
    }
  }

  @Test
  void whatWasStagedAndNotCommittedIsClearedAwayByTheNextWriter() throws Exception {
    WarehouseWriter dead = writer();
    SparkRows.add(dead.publication("dead"), "layer_phase", phases("a", 10), "layer_digest");
    assertThat(folder.resolve(".varve/staging")).isNotEmptyDirectory();
    forgetLock();
    try (WarehouseWriter next = writer()) {
      assertThat(SparkRows.of(spark, warehouse, "layer_phase").count()).isZero();
      assertThat(folder.resolve(".varve/staging")).isEmptyDirectory();
      assertThat(next.warehouse()).isSameAs(warehouse);
    }
  }

  @Test
  void aCommitThatWasCutOffAtAnyRenameIsFinishedByTheNextWriter() throws Exception {
    for (int carriedOut = 0; carriedOut <= 2; carriedOut++) {
      Path root = folder.resolve("cut" + carriedOut);
      warehouse = SparkRows.warehouse(spark, root.toString());
      writer().close();
      Path staged = Files.createDirectories(root.resolve(".varve/staging/0/x"));
      List<String> moves = new ArrayList<>();
      moves.add(
          "varve journal 1 of warehouse " + Files.readString(root.resolve(".varve/identity")));
      for (int number = 0; number < 2; number++) {
        Path from = staged.resolve("part" + number);
        Path to = root.resolve("layer_phase/x-" + number + ".parquet");
        Files.createDirectories(to.getParent());
        Files.writeString(number < carriedOut ? to : from, "rows " + number);
        moves.add(root.relativize(from) + "\t" + root.relativize(to) + "\t6\t1");
      }
      Path commits = root.resolve(".varve/commits");
      // Whoever was to finish it may itself have been cut off, having put the folder away.
      Path decided = Files.createDirectories(commits.resolve(carriedOut == 1 ? "0.ended" : "0"));
      Files.write(decided.resolve("x.moves"), moves);
      writer().close();
      for (int number = 0; number < 2; number++) {
        assertThat(root.resolve("layer_phase/x-" + number + ".parquet"))
            .hasContent("rows " + number);
      }
      assertThat(commits).isEmptyDirectory();
      assertThat(root.resolve(".varve/staging")).isEmptyDirectory();
    }
  }

  @Test
  void aReplacedTableIsOneFileHoweverManyTasksWroteIt() throws Exception {
    try (WarehouseWriter writer = writer()) {
      for (int version = 1; version <= 2; version++) {
        Publication publication = writer.publication("v" + version);
        SparkRows.add(publication, "image_tag", tags(0, 100 * version), "tag");
        publication.commit();
        assertThat(files("image_tag")).hasSize(1);
        assertThat(SparkRows.of(spark, warehouse, "image_tag").count()).isEqualTo(100L * version);
      }
      Publication none = writer.publication("v3");
      SparkRows.add(none, "image_tag", tags(0, 0), "tag");
      none.commit();
      assertThat(SparkRows.of(spark, warehouse, "image_tag").count()).isZero();
    }
  }

  @Test
  void whatIsPublishedBesideEachOtherCountsInTheOrderOfPublicationNotOfNames() throws Exception {
    try (WarehouseWriter writer = writer()) {
      for (String name : List.of("begun later", "begun earlier")) {
        WarehouseWriter run = writer.withSharedLock(SparkRows.warehouse(spark, folder.toString()));
        Publication publication = run.publication(name);
        SparkRows.add(publication, "image_tag", tags(0, name.length()), "tag");
        publication.commit();
        run.close();
      }
    }
    assertThat(TableFile.all(warehouse))
        .filteredOn(file -> file.table().equals("image_tag"))
        .extracting(TableFile::publishedRows)
        .containsExactly((long) "begun earlier".length());
  }

  @Test
  void changesOfOneTableBesideEachOtherLoseNoRow() throws Exception {
    List<Integer> runs = IntStream.range(0, 6).boxed().toList();
    try (WarehouseWriter writer = writer()) {
      Parallel.all(
          runs.size(),
          runs,
          number -> {
            WarehouseFiles own = SparkRows.warehouse(spark.newSession(), folder.toString());
            WarehouseWriter run = writer.withSharedLock(own);
            run.exclusively(
                () -> {
                  Publication publication = run.publication("run" + number);
                  SparkRows.add(
                      publication,
                      "image_tag",
                      SparkRows.of(spark, own, "image_tag").union(tags(number, number + 1)),
                      "tag");
                  publication.commit();
                });
            run.close();
            return number;
          });
    }
    assertThat(
            SparkRows.of(spark, warehouse, "image_tag")
                .select("tag")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactlyElementsOf(runs.stream().map(number -> "tag" + number).toList());
    assertThat(folder.resolve(".varve/commits")).isEmptyDirectory();
  }

  @Test
  void whatWasDecidedAndNotCarriedOutComesBeforeWhatARunBesideItReads() throws Exception {
    Path obstacle = Files.writeString(Files.createDirectories(folder).resolve("layer_phase"), "");
    try (WarehouseWriter writer = writer()) {
      Publication first = writer.publication("first");
      SparkRows.add(first, "layer_phase", phases("a", 10), "layer_digest");
      SparkRows.add(first, "image_tag", tags(0, 1), "tag");
      assertThatThrownBy(first::commit).isInstanceOf(IOException.class);
      WarehouseWriter alongside =
          writer.withSharedLock(SparkRows.warehouse(spark, folder.toString()));
      Publication second = alongside.publication("second");
      WarehouseWriter.Action change =
          () -> {
            Dataset<Row> others = SparkRows.of(spark, alongside.warehouse(), "image_tag");
            SparkRows.add(second, "image_tag", others.union(tags(1, 2)), "tag");
            second.commit();
          };
      assertThatThrownBy(() -> alongside.exclusively(change)).isInstanceOf(IOException.class);
      Files.delete(obstacle);
      alongside.exclusively(change);
    }
    assertThat(SparkRows.of(spark, warehouse, "layer_phase").count()).isEqualTo(10);
    assertThat(SparkRows.of(spark, warehouse, "image_tag").count()).isEqualTo(2);
    assertThat(TableFile.all(warehouse))
        .filteredOn(file -> file.table().equals("image_tag"))
        .extracting(TableFile::publishedRows)
        .containsExactly(2L);
    assertThat(folder.resolve(".varve/commits")).isEmptyDirectory();
  }

  @Test
  void noFileIsAddedForNoRows() throws Exception {
    try (WarehouseWriter writer = writer()) {
      Publication publication = writer.publication("none");
      SparkRows.add(publication, "layer_phase", phases("a", 0), "layer_digest");
      publication.commit();
    }
    assertThat(files("layer_phase")).isEmpty();
  }

  @Test
  void aTableThatWouldHaveNoFileGetsOneForItsColumns() throws Exception {
    for (int run = 0; run < 2; run++) {
      try (WarehouseWriter writer = writer()) {
        Publication publication = writer.publication("run" + run);
        SparkRows.add(publication, "layer_phase", phases("a" + run, 2), "layer_digest");
        publication.addMissing(List.of("layer_phase", "layer_pull"));
        publication.commit();
      }
    }
    assertThat(files("layer_phase"))
        .hasSizeGreaterThan(1)
        .allSatisfy(file -> assertThat(spark.read().parquet(file.toString()).count()).isPositive());
    assertThat(files("layer_pull")).hasSize(1);
    assertThat(spark.read().parquet(folder.resolve("layer_pull").toString()).columns())
        .containsExactly(SparkRows.schema("layer_pull").fieldNames());
    assertThat(SparkRows.of(spark, warehouse, "layer_pull").count()).isZero();
  }

  @Test
  void aSecondWriterWaitsAndSaysForWhom() throws Exception {
    List<String> told = new ArrayList<>();
    try (WarehouseWriter first = writer()) {
      assertThatThrownBy(() -> WarehouseWriter.open(warehouse, 1, 60, told::add))
          .isInstanceOf(WarehouseBusyException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThat(first.warehouse()).isSameAs(warehouse);
    }
    assertThat(told)
        .singleElement()
        .asString()
        .contains("process " + ProcessHandle.current().pid());
    writer().close();
  }

  @Test
  void theLockOfADeadProcessIsTakenOver() throws Exception {
    String mine;
    try (WarehouseWriter holder = writer()) {
      assertThat(holder.warehouse()).isSameAs(warehouse);
      mine = Files.readString(lock());
    }
    Path lock = lock();
    String process = String.valueOf(ProcessHandle.current().pid());
    assertThat(mine).contains(" " + process + " ");
    Files.writeString(lock, mine.replace(" " + process + " ", " 999999999 "));
    writer().close();
  }

  @Test
  void theLockOfASilentProcessElsewhereIsTakenOverOnceItIsStale() throws Exception {
    writer().close();
    Path lock = lock();
    Files.writeString(lock, "elsewhere.example 1 2020-01-01T00:00:00Z");
    assertThatThrownBy(() -> WarehouseWriter.open(warehouse, 1, 60, owner -> {}))
        .isInstanceOf(WarehouseBusyException.class);
    Files.setLastModifiedTime(
        lock, java.nio.file.attribute.FileTime.from(java.time.Instant.now().minusSeconds(120)));
    writer().close();
  }

  @Test
  void aWriterThatStoodStillWhileAnotherTookOverChangesNothing() throws Exception {
    WarehouseWriter sleeper = writer();
    sleeper.keepFingerprint("sha256");
    Publication late = sleeper.publication("late");
    SparkRows.add(late, "layer_phase", phases("a", 3), "layer_digest");
    forgetLock();
    try (WarehouseWriter next = writer()) {
      Publication publication = next.publication("next");
      SparkRows.add(publication, "layer_phase", phases("b", 2), "layer_digest");
      Publication replaced = next.publication("replaced");
      SparkRows.add(replaced, "image_tag", tags(0, 4), "tag");

      assertThatThrownBy(late::commit).hasMessageContaining("taken over the warehouse");
      assertThatThrownBy(() -> sleeper.keepFingerprint("md5")).isInstanceOf(IOException.class);
      // Staged once more: the engine makes the folders again that it writes to.
      Publication later = sleeper.publication("later");
      SparkRows.add(later, "image_tag", tags(0, 9), "tag");
      assertThatThrownBy(later::commit).hasMessageContaining("taken over the warehouse");
      sleeper.close();

      publication.commit();
      replaced.commit();
    }
    assertThat(SparkRows.of(spark, warehouse, "layer_phase").count()).isEqualTo(2);
    assertThat(SparkRows.of(spark, warehouse, "image_tag").count()).isEqualTo(4);
    assertThat(folder.resolve(".varve/fingerprint")).hasContent("sha256");
    writer().close();
    assertThat(folder.resolve(".varve/staging")).isEmptyDirectory();
    assertThat(folder.resolve(".varve/commits")).isEmptyDirectory();
  }

  @Test
  void whatWasDecidedAndCouldNotBeCarriedOutIsLeftToTheNextWriter() throws Exception {
    Path inTheWay = Files.writeString(folder.resolve("image_tag"), "no folder");
    try (WarehouseWriter writer = writer()) {
      Publication publication = writer.publication("half");
      SparkRows.add(publication, "layer_phase", phases("a", 3), "layer_digest");
      SparkRows.add(publication, "image_tag", tags(0, 4), "tag");
      assertThatThrownBy(publication::commit).isInstanceOf(IOException.class);
    }
    Files.delete(inTheWay);
    writer().close();
    assertThat(SparkRows.of(spark, warehouse, "layer_phase").count()).isEqualTo(3);
    assertThat(SparkRows.of(spark, warehouse, "image_tag").count()).isEqualTo(4);
  }

  private Path lock() throws IOException {
    return files(".varve/locks").get(0);
  }

  /** Makes the lock look as if its process had died: its owner is this process, which lives. */
  private void forgetLock() throws IOException {
    for (Path lock : files(".varve/locks")) {
      Files.writeString(lock, "released");
    }
  }
}
