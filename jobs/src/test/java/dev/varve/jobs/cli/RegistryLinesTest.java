package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.synthetic.registry.RegistryWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry from ingest to reports and checks, as a user meets it. */
class RegistryLinesTest {
  @TempDir private Path folder;

  @Test
  void anIngestTellsWhatItReadAndWhatItRejected() {
    RegistryWorld.Summary world = SmallWorld.registrySummary();
    assertThat(SmallWorld.registryIngest().err())
        .contains("TRUNCATED " + world.truncatedDigest())
        .contains("read      " + (world.layers() - 1) + " layers")
        .contains("skipped   0 layers")
        .contains("rejected  1 layer, 1 rejection in all")
        .containsPattern(
            "[0-9]\\.[0-9] [KMG]iB/s of archives, gzip by \\S+, SHA-256 by [a-zA-Z ]+, at most [0-9.]+ [MG]iB of memory")
        .containsPattern("wrote     [0-9.]+ [KM]iB into \\Q" + SmallWorld.ingested());
    assertThat(row(SmallWorld.ingested(), "SELECT count(*) AS layers FROM layer").count("layers"))
        .isEqualTo(world.layers() - 1);
  }

  @Test
  void anIngestThatReadsNothingSaysSo() throws Exception {
    Path text = Files.writeString(folder.resolve("images.tar"), "no archive at all");
    assertThat(varve("ingest registry %s --warehouse %s", text, folder.resolve("w")).done().err())
        .contains("rejected  0 layers, 1 rejection in all")
        .contains("nothing   was read; varve ingest registry --help says");
    assertThat(SmallWorld.registryIngest().err()).doesNotContain("nothing   was read");
  }

  @Test
  void aStrictIngestEndsByItsRejections() {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    Answer again =
        varve("ingest registry %s --warehouse %s --strict", SmallWorld.registry(), warehouse);
    int held = SmallWorld.registrySummary().layers() - 1;
    assertThat(again.endsWith(3).err())
        .contains("read      0 layers")
        .contains("skipped   " + held + " layers");
  }

  /** Under a key other fingerprints, and the same sharing. */
  @Test
  void keyedFingerprintsShareAsPlainOnesDo() throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "sixteen bytes or more");
    Path warehouse = folder.resolve("keyed");
    String line = "ingest registry %s --warehouse %s --set ingest.fingerprint-key=" + key;
    varve(line, SmallWorld.registry(), warehouse).done();
    varve("derive --set derive.twins.layers=none --warehouse %s", warehouse).done();
    String sharing =
        "SELECT bytes, copies, layers, images, count(*) AS files FROM file_sharing GROUP BY ALL"
            + " ORDER BY ALL";
    assertThat(rows(warehouse, sharing)).isEqualTo(rows(SmallWorld.packed(), sharing)).isNotEmpty();
    String known = "SELECT hex(fingerprint) AS f FROM file_sharing";
    assertThat(rows(warehouse, known))
        .doesNotContainAnyElementsOf(rows(SmallWorld.packed(), known));
    assertThat(
            varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse)
                .endsWith(ExitCodes.USAGE)
                .err())
        .contains("stores sha256-keyed-")
        .doesNotContain("sixteen");
  }

  @Test
  void aReportSaysThatSharingIsNotDerived() {
    assertThat(varve("report dedup-summary --warehouse %s", SmallWorld.ingested()).done().err())
        .contains("varve: missing, or older than what was ingested: ", "file_sharing")
        .contains(" (reports leave it out; run: varve derive)\n")
        .doesNotContain("chunk_sharing");
    assertThat(varve("report coverage --warehouse %s", SmallWorld.ingested()).done().err())
        .doesNotContain("older than");
  }

  @Test
  void aReportAsCsvHasItsRowsAndNothingElse() {
    Answer report =
        varve("report dedup-summary --format csv --warehouse %s", SmallWorld.packed()).done();
    assertThat(report.err()).isEmpty();
    assertThat(report.lines().get(0)).startsWith("mode,");
    Line files =
        row(
            SmallWorld.packed(),
            "SELECT count(*) AS files, sum(bytes) AS bytes FROM"
                + " (SELECT DISTINCT fingerprint, bytes FROM layer_recipe WHERE kind = 'FILE')");
    assertThat(report.lines())
        .filteredOn(line -> line.startsWith("dedup only,"))
        .singleElement()
        .asString()
        .contains("," + files.text("files") + ",")
        .contains("," + files.text("bytes"));
  }

  @Test
  void allReportsGoIntoAFolderOfJsonFiles() throws Exception {
    Path reports = folder.resolve("reports");
    varve("report --format json --warehouse %s --out %s", SmallWorld.packed(), reports).done();
    assertThat(reports.resolve("coverage.json")).content().startsWith("{\"name\":\"coverage\"");
    try (var files = Files.list(reports)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              SqlFiles.folder("reports").keySet().stream().map(name -> name + ".json").toList());
    }
  }

  @Test
  void severalReportsAsJsonAreOneArray() {
    Answer both =
        varve("report coverage dedup-summary --format json --warehouse %s", SmallWorld.packed());
    assertThat(both.done().json().findValuesAsText("name"))
        .containsExactly("coverage", "dedup-summary");
    assertThat(both.rowsOf("dedup-summary")).anyMatch(row -> row.has("mode", "dedup only"));
  }

  @Test
  void aCheckThatDoesNotHoldIsNamed() throws Exception {
    Path broken = SmallWorld.unpublished(SmallWorld.copy(SmallWorld.packed(), folder.resolve("w")));
    try (var files = Files.list(broken.resolve("layer_phase"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    int checks = SqlFiles.folder("checks").size();
    assertThat(varve("check --warehouse %s", broken).endsWith(3).out())
        .contains("== every-layer-has-one-phase-row ==")
        .contains((checks - 1) + " of " + checks + " checks pass");
  }
}
