package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no longer what was published: told by name, put away, and made again. */
class DamagedFilesTest {
  private static final List<String> TABLES =
      List.of("layer", "layer_recipe", "image_layer", "segment", "segment_recipe", "file_sharing");

  @TempDir private Path folder;
  private Path warehouse;

  @BeforeEach
  void copy() {
    warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("w"));
  }

  /** The first file of a table that has rows. */
  private Path file(String table) throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(table))) {
      return files
          .filter(file -> !file.toString().contains("-none"))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }

  /** Flips one bit in the middle of the first page of a column. */
  private static void flip(Path file, String column) throws IOException {
    long at = -1;
    var input =
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());
    try (ParquetFileReader reader = ParquetFileReader.open(input)) {
      for (var chunk : reader.getRowGroups().get(0).getColumns()) {
        if (chunk.getPath().toDotString().startsWith(column)) {
          at = chunk.getStartingPos() + chunk.getTotalSize() - chunk.getTotalSize() / 4;
        }
      }
    }
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ 4);
    }
  }

  private static List<String> contents(Path warehouse, String table) {
    return rows(warehouse, "SELECT * FROM " + table).stream()
        .map(Line::toString)
        .map(row -> row.replaceAll("\"(run_id|first_seen_at)\":\"[^\"]*\"", ""))
        .sorted()
        .toList();
  }

  @Test
  void oneFlippedBitIsFoundWhereverItIsRead() throws Exception {
    Path damaged = file("layer_recipe");
    flip(damaged, "fingerprint");
    for (String opening : List.of("", "/*\n-- note */ ", "SELECT '\n-- ' AS note, * FROM (")) {
      assertThat(
              varve(
                      "sql --warehouse %s --format csv %s",
                      warehouse,
                      opening
                          + "SELECT fingerprint FROM layer_recipe"
                          + (opening.endsWith("(") ? ")" : ""))
                  .endsWith(ExitCodes.FAULT)
                  .err())
          .contains(damaged.getFileName().toString())
          .contains("check --files");
    }
    assertThat(varve("check --files --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED).out())
        .contains("layer_recipe/" + damaged.getFileName())
        .contains("CRC")
        .contains("ingest registry");
  }

  /** No checksum of Parquet covers the footer, where statistics let a reader skip row groups. */
  @Test
  void aFooterThatWasChangedIsFound() throws Exception {
    Path damaged = file("layer_recipe");
    byte[] bytes = Files.readAllBytes(damaged);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int statistic = text.lastIndexOf("SYMLINK");
    bytes[statistic < 0 ? text.lastIndexOf("layer_digest") : statistic] ^= 0x40;
    Files.write(damaged, bytes);
    assertThat(varve("check --files --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED).out())
        .contains("layer_recipe/" + damaged.getFileName());
  }

  @Test
  void anEmptyFileIsNoTableWithoutRows() throws Exception {
    Path damaged = file("segment");
    Files.write(damaged, new byte[0]);
    for (String line : List.of("check", "derive", "simulate backup")) {
      assertThat(varve(line + " --warehouse %s", warehouse).endsWith(ExitCodes.FAULT).err())
          .as(line)
          .contains(damaged.getFileName().toString())
          .contains("check --files");
    }
    assertThat(varve("check --files --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED).out())
        .contains("0 bytes, published with ");
  }

  @Test
  void aFileThatWasCutShortIsNamed() throws Exception {
    Path damaged = file("segment");
    Files.write(damaged, Arrays.copyOf(Files.readAllBytes(damaged), 1000));
    for (String line : List.of("check", "report", "report --all")) {
      assertThat(varve(line + " --warehouse %s", warehouse).endsWith(ExitCodes.FAULT).err())
          .as(line)
          .contains(damaged.getFileName() + " is damaged")
          .contains("check --files");
    }
  }

  /** A copy, a file of another table under a name of a publication, and a pipe nobody writes to. */
  private List<String> addStrangers() throws Exception {
    Path layers = file("layer");
    Path images = file("image");
    Files.copy(layers, layers.resolveSibling("copy.parquet"));
    String part = images.getFileName().toString().replace("-00000", "-00007");
    Files.copy(images, layers.resolveSibling(part));
    Path pipe = images.resolveSibling("pipe.parquet");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return List.of("image/pipe.parquet", "layer/" + part, "layer/copy.parquet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void filesThatNobodyPublishedAreNamedAndLeftOut(String engine) throws Exception {
    String query = "sql --warehouse %s --format csv %s";
    String counts = "SELECT count(*), sum(files) FROM layer";
    String before = varve(query, warehouse, counts).done().out();
    List<String> strangers = addStrangers();
    Answer after = varve(query, warehouse, counts).done();
    assertThat(after.out()).isEqualTo(before);
    assertThat(after.err()).contains(strangers);
    // Which files are read is decided before an engine is asked: one verb that reads and one that
    // writes suffice for the other one.
    List<String> lines =
        engine.equals("spark") && !Boolean.getBoolean("thorough")
            ? List.of("report dedup-summary", "simulate backup --quiet")
            : List.of(
                "report",
                "check",
                "derive --quiet",
                "simulate backup --quiet",
                "ingest registry --quiet " + SmallWorld.registry(),
                "views duckdb");
    for (String line : lines) {
      boolean chooses = !line.startsWith("views");
      String set = chooses ? " --set engine.name=" + engine : "";
      assertThat(varve(line + " --warehouse %s" + set, warehouse).done().err())
          .as(line)
          .contains(strangers)
          .contains("no publication of this warehouse made it")
          .contains("check --repair");
    }
  }

  @Test
  void filesThatNobodyPublishedArePutAwayAlone() throws Exception {
    List<String> strangers = addStrangers();
    Answer repair = varve("check --repair --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED);
    for (String stranger : strangers) {
      assertThat(repair.out()).contains(stranger + ": no publication of this warehouse made it");
      assertThat(warehouse.resolve(stranger)).doesNotExist();
    }
    assertThat(repair.out()).doesNotContain("to have their rows again", "layer_recipe/");
    Answer after = varve("check --files --warehouse %s", warehouse).done();
    assertThat(after.out()).containsPattern("(\\d+) of \\1 files are as published");
    assertThat(after.err()).doesNotContain("left out");
    assertThat(contents(warehouse, "layer")).isEqualTo(contents(SmallWorld.packed(), "layer"));
  }

  /** Without journals nothing tells what was published, so all files of a table are read. */
  @Test
  void withoutJournalsWhatIsThereWasPublished() throws Exception {
    SmallWorld.unpublished(warehouse);
    assertThat(varve("check --files --warehouse %s", warehouse).done().err())
        .doesNotContain("left out");
    varve("derive --warehouse %s", warehouse).done();
    assertThat(varve("check --files --warehouse %s", warehouse).done().out())
        .containsPattern("(\\d+) of \\1 files are as published");
    for (String table : TABLES) {
      assertThat(contents(warehouse, table)).isEqualTo(contents(SmallWorld.packed(), table));
    }
    addStrangers();
    assertThat(contents(warehouse, "layer")).isEqualTo(contents(SmallWorld.packed(), "layer"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void rowsOfAFileThatIsGoneAreMissed(String engine) throws Exception {
    Path damaged = file("segment");
    Files.delete(damaged);
    Files.delete(damaged.getParent());
    for (String line : List.of("check", "report snapshot-history", "derive", "simulate backup")) {
      assertThat(
              varve(line + " --warehouse %s --set engine.name=%s", warehouse, engine)
                  .endsWith(ExitCodes.FAULT)
                  .err())
          .as(line)
          .contains("segment/" + damaged.getFileName() + " is gone, so its rows are lost")
          .contains("check --files");
    }
  }

  @Test
  void statementsMissTheRowsOfAFileThatIsGoneWhereTheyReadIt() throws Exception {
    Path damaged = file("segment");
    Files.delete(damaged);
    assertThat(
            varve("sql --warehouse %s %s", warehouse, "SELECT count(*) FROM segment")
                .endsWith(ExitCodes.FAULT)
                .err())
        .contains("segment/" + damaged.getFileName() + " is gone, so its rows are lost")
        .contains("check --files");
    varve("sql --warehouse %s %s", warehouse, "SELECT count(*) FROM layer").done();
  }

  @Test
  void aFileThatIsGoneIsForgottenByRepair() throws Exception {
    Path damaged = file("segment");
    Files.delete(damaged);
    assertThat(varve("check --repair --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED).out())
        .contains("segment/" + damaged.getFileName() + ": it is missing")
        .contains("segment_recipe/", "chunk_sharing/", "run ingest snapshots, derive");
    assertThat(varve("check --files --warehouse %s", warehouse).out())
        .containsPattern("(\\d+) of \\1 files are as published");
    varve("ingest snapshots %s --warehouse %s", SmallWorld.disks(), warehouse).done();
    assertThat(contents(warehouse, "segment")).isEqualTo(contents(SmallWorld.packed(), "segment"));
  }

  /** As a backup of an earlier day has it, put back under the same name. */
  @Test
  void anotherFileOfTheSameNameIsNotRead() throws Exception {
    Path damaged = file("segment");
    Files.copy(file("layer"), damaged, StandardCopyOption.REPLACE_EXISTING);
    assertThat(
            varve("sql --warehouse %s SELECT/**/1/**/FROM/**/segment", warehouse)
                .endsWith(ExitCodes.FAULT)
                .err())
        .contains(damaged.getFileName() + " is damaged", "published with", "check --files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aFileThatIsGoneIsMissed(String engine) throws Exception {
    Path damaged = file("image_layer");
    Files.delete(damaged);
    assertThat(
            varve("check --files --warehouse %s --set engine.name=%s", warehouse, engine)
                .endsWith(ExitCodes.REJECTED)
                .out())
        .contains("image_layer/" + damaged.getFileName())
        .contains("it is missing");
  }

  /** Figures of rows that are gone would be told as if they were there. */
  @Test
  void whatWasCountedOfDamagedRowsIsPutAwayWithThem() throws Exception {
    flip(file("layer_recipe"), "path");
    Answer repair = varve("check --repair --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED);
    assertThat(repair.out())
        .contains("file_sharing/", "layer_twin/", "run ingest registry, derive, of the same inputs")
        .doesNotContain("chunk_sharing/");
    varve("check --warehouse %s", warehouse).done();
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
    assertThat(contents(warehouse, "file_sharing"))
        .isEqualTo(contents(SmallWorld.packed(), "file_sharing"));
  }

  @Test
  void whatIsPutAwayIsMadeAgainByTheVerbsThatAreNamed() throws Exception {
    flip(file("layer_recipe"), "path");
    Files.write(file("segment_recipe"), new byte[0]);
    Files.delete(file("file_sharing"));
    Answer repair = varve("check --repair --warehouse %s", warehouse).endsWith(ExitCodes.REJECTED);
    assertThat(repair.out()).contains("run ingest registry, ingest snapshots, derive, of the same");
    assertThat(warehouse.resolve(".varve/damaged")).isNotEmptyDirectory();
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse).done();
    varve("ingest snapshots %s --warehouse %s", SmallWorld.disks(), warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
    for (String table : TABLES) {
      assertThat(contents(warehouse, table))
          .as(table)
          .isEqualTo(contents(SmallWorld.packed(), table))
          .isNotEmpty();
    }
    assertThat(varve("check --files --warehouse %s", warehouse).done().out())
        .containsPattern("(\\d+) of \\1 files are as published")
        .contains("checks pass");
  }
}
