package dev.varve.jobs.answer.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.store.hadoop.FarFileSystem;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions to a warehouse that is not on a file system of this machine. */
class FarWarehouseTest {
  private static final List<String> OF_WHAT_DERIVE_MADE =
      List.of(
          "decomposition",
          "dedup-growth",
          "exclusive-bytes",
          "history",
          "repository-growth",
          "repository-sharing",
          "savings-by-convention",
          "savings-by-directory",
          "savings-by-type",
          "snapshot-history",
          "snapshot-sharing",
          "top-duplicates");

  @TempDir private Path copies;

  private Queries open(Path warehouse, String... more) throws IOException {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add(FarFileSystem.SETTING);
    settings.add("engine.spill-folder=" + copies);
    SettingReader reader = TestEngine.settings(settings.toArray(String[]::new));
    QuerySettings query = QuerySettings.read(reader);
    return Queries.open("asking", reader.finish(), query, FarFileSystem.location(warehouse));
  }

  private Statements statements(Path warehouse, String... more) throws IOException {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add(FarFileSystem.SETTING);
    settings.add("engine.spill-folder=" + copies);
    SettingReader reader = TestEngine.settings(settings.toArray(String[]::new));
    QuerySettings query = QuerySettings.read(reader);
    return Statements.open("asking", reader.finish(), query, FarFileSystem.location(warehouse));
  }

  private List<Path> copied() throws IOException {
    try (Stream<Path> all = Files.walk(copies)) {
      return all.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private static List<Path> published(Path warehouse, String table) throws IOException {
    try (Stream<Path> all = Files.list(warehouse.resolve(table))) {
      return all.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  @Test
  void everyReportAndCheckIsAnsweredByDuckDbAsOfTheSameTablesOnThisMachine() throws Exception {
    List<String> reports = List.copyOf(SqlFiles.folder("reports").keySet());
    try (Queries far = open(SmallWorld.simulated());
        Queries near = BothEngines.duck(SmallWorld.simulated())) {
      assertThat(far.isEmbedded()).isTrue();
      assertThat(BothEngines.printed(BothEngines.reports(far, reports)))
          .isEqualTo(BothEngines.printed(BothEngines.reports(near, reports)));
      assertThat(far.faults()).isEmpty();
      assertThat(copied()).isNotEmpty();
    }
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void onlyTheTablesThatAQuestionNamesAreCopied() throws Exception {
    Path warehouse = SmallWorld.ingested();
    try (Statements far = statements(warehouse)) {
      Answer layers = far.answer("SELECT count(*) AS layers FROM layer", 1);
      assertThat(layers.rows()).hasSize(1);
      assertThat(copied())
          .hasSameSizeAs(published(warehouse, "layer"))
          .allSatisfy(
              copy ->
                  assertThat(
                          PosixFilePermissions.toString(
                              Files.getPosixFilePermissions(copy.resolveSibling("."))))
                      .isEqualTo("rwx------"));
    }
    assertThat(copies).isEmptyDirectory();
  }

  /** What derive made is smaller than what it was made of. */
  @Test
  void recipesAreCopiedOnlyWhereTheyAreRead() throws Exception {
    Path warehouse = SmallWorld.simulated();
    try (Queries far = open(warehouse);
        Queries near = BothEngines.duck(warehouse)) {
      assertThat(BothEngines.printed(BothEngines.reports(far, OF_WHAT_DERIVE_MADE)))
          .isEqualTo(BothEngines.printed(BothEngines.reports(near, OF_WHAT_DERIVE_MADE)));
      assertThat(isCopied(warehouse, "layer_recipe")).isFalse();
      assertThat(isCopied(warehouse, "segment_recipe")).isFalse();

      List<String> both = List.of("image-efficiency", "savings-by-directory");
      assertThat(BothEngines.printed(BothEngines.reports(far, both)))
          .isEqualTo(BothEngines.printed(BothEngines.reports(near, both)));
      assertThat(isCopied(warehouse, "layer_recipe")).isTrue();
    }
    try (Statements far = statements(warehouse);
        Statements near = BothEngines.statements(warehouse)) {
      String chunks = "SELECT count(*), sum(bytes) FROM segment_chunk";
      assertThat(far.answer(chunks, 1).rows()).isEqualTo(near.answer(chunks, 1).rows());
      assertThat(isCopied(warehouse, "segment_recipe")).isTrue();
    }
  }

  @Test
  void asOfATimeTheAnswersAreThoseOfTheSameTablesOnThisMachine() throws Exception {
    Path warehouse = SmallWorld.simulated();
    try (Queries far = open(warehouse);
        Queries near = BothEngines.duck(warehouse)) {
      Moment now = new Moment(Instant.now(), "now");
      far.asOf(now);
      near.asOf(now);
      String answers = BothEngines.printed(BothEngines.reports(far, OF_WHAT_DERIVE_MADE));
      assertThat(answers)
          .isEqualTo(BothEngines.printed(BothEngines.reports(near, OF_WHAT_DERIVE_MADE)));
      assertThat(answers).hasSizeGreaterThan(1000);
    }
  }

  @Test
  void recipesAreReadWhereWhatDeriveMadeIsMissing(@TempDir Path folder) throws Exception {
    Path warehouse =
        SmallWorld.unpublished(
            SmallWorld.copy(SmallWorld.simulated(), folder.resolve("warehouse")));
    // Without journals, and the identity that they name, these are tables alone.
    Files.delete(warehouse.resolve(".varve/identity"));
    Files.delete(warehouse.resolve("file_path/file_path.parquet"));
    List<String> report = List.of("savings-by-directory");
    try (Queries far = open(warehouse);
        Queries near = BothEngines.duck(SmallWorld.simulated())) {
      assertThat(BothEngines.printed(BothEngines.reports(far, report)))
          .isEqualTo(BothEngines.printed(BothEngines.reports(near, report)));
      assertThat(isCopied(warehouse, "layer_recipe")).isTrue();
    }
  }

  private boolean isCopied(Path warehouse, String table) throws IOException {
    for (Path file : published(warehouse, table)) {
      for (Path copy : copied()) {
        if (Files.mismatch(file, copy) < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** DuckDB lets queries read all that lies where it spills, copies of other programs too. */
  @Test
  void itSpillsToAFolderOfItsOwn() throws Exception {
    try (Statements far = statements(SmallWorld.ingested())) {
      String folders = "SELECT CAST(current_setting('allowed_directories') AS VARCHAR) AS d";
      assertThat(far.answer(folders, 1).rows().iterator().next().get(0).toString())
          .matches("\\[" + copies + "/varve-spill-[^/,]+/?\\]");
    }
  }

  @Test
  void whatThereIsIsListedAndAFaultSuggestsANameWithoutCopies() throws Exception {
    try (Statements far = statements(SmallWorld.ingested())) {
      assertThat(far.answer("SHOW TABLES", Queries.ALL).rows().iterator())
          .toIterable()
          .contains(List.of("layer"), List.of("layer_reference"), List.of("segment_recipe"));
      assertThat(copied()).isEmpty();
    }
    try (Statements far = statements(SmallWorld.ingested())) {
      assertThatThrownBy(() -> far.answer("SELECT * FROM layre", 1))
          .isInstanceOf(InvalidSettingsException.class)
          .hasMessageContaining("Did you mean \"layer\"");
      assertThat(copied()).isEmpty();
    }
  }

  @Test
  void aLargeOneIsAnsweredBySparkUnlessDuckDbIsAskedFor() throws Exception {
    TestEngine.session()
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.far.impl", FarFileSystem.class.getName());
    List<Question> question = Question.of(List.of("dedup-summary"));
    try (Queries spark = open(SmallWorld.ingested(), "engine.copy-bytes=1");
        Queries duck = open(SmallWorld.ingested(), "engine.copy-bytes=1", "engine.name=duckdb")) {
      assertThat(spark.isEmbedded()).isFalse();
      assertThat(duck.isEmbedded()).isTrue();
      assertThat(BothEngines.printed(BothEngines.answers(spark, question)))
          .isEqualTo(BothEngines.printed(BothEngines.answers(duck, question)));
    }
  }

  @Test
  void statementsOverALargeOneAreRefusedUnlessCopiesAreAskedFor() throws Exception {
    assertThatThrownBy(() -> statements(SmallWorld.ingested(), "engine.copy-bytes=1"))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("engine.copy-bytes");
    try (Statements asked =
        statements(SmallWorld.ingested(), "engine.copy-bytes=1", "engine.name=local")) {
      assertThat(asked.answer("SELECT count(*) > 0 AS has FROM layer", 1).rows())
          .containsExactly(List.of(true));
    }
  }

  @Test
  void aFileThatCannotBeCopiedIsNamed(@TempDir Path folder) throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("warehouse"));
    try (Queries far = open(warehouse)) {
      Path lost = published(warehouse, "layer").get(0);
      Files.delete(lost);
      assertThatThrownBy(() -> BothEngines.reports(far, List.of("dedup-summary")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(lost.getFileName().toString());
    }
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void whereNothingWasIngestedItIsSaid(@TempDir Path folder) {
    assertThatThrownBy(() -> open(folder.resolve("none")))
        .isInstanceOf(NoInputException.class)
        .hasMessageContaining("there is no warehouse at far:");
  }

  @Test
  void whereNobodyListensThePlaceIsNamed() {
    List<String> settings = List.of("spark.hadoop.ipc.client.connect.max.retries=0");
    SettingReader reader = TestEngine.settings(settings.toArray(String[]::new));
    QuerySettings query = QuerySettings.read(reader);
    String place = "hdfs://127.0.0.1:1/w";
    assertThatThrownBy(() -> Queries.open("asking", reader.finish(), query, place))
        .isInstanceOf(IOException.class)
        .hasNoCause()
        .hasMessageContaining(place + " cannot be reached: ");
  }
}
