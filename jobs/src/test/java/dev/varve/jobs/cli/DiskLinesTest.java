package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks from ingest to the reports of a backup, as a user meets them. */
class DiskLinesTest {
  @TempDir private static Path folder;
  private static Path warehouse;

  @BeforeAll
  static void copy() {
    warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("w"));
  }

  private static Answer ingest(String options) {
    return varve("ingest snapshots %s --warehouse %s " + options, SmallWorld.disks(), warehouse);
  }

  @Test
  void anIngestTellsWhatItReadAndWhatItRejected() {
    int readable = SmallWorld.diskSummary().snapshots().size() - 1;
    assertThat(SmallWorld.diskIngest().err())
        .contains("read      " + readable + " snapshots")
        .contains("rejected  1 snapshot, 1 rejection in all")
        .contains(SmallWorld.diskSummary().damaged().file())
        .containsPattern(
            "[0-9]\\.[0-9] [KMG]iB/s of disks, SHA-256 by [a-zA-Z ]+, at most [0-9.]+ [MG]iB of memory");
    assertThat(ingest("--strict").endsWith(3).err())
        .contains("read      0 snapshots")
        .contains("skipped   " + readable + " snapshots");
  }

  @Test
  void aFolderWithoutDisksSaysSo() throws Exception {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("notes.txt"), "no disk");
    assertThat(
            varve("ingest snapshots %s --warehouse %s", texts, folder.resolve("none")).done().err())
        .contains("rejected  1 snapshot, 1 rejection in all")
        .contains("nothing   was read; varve ingest snapshots --help says");
  }

  @Test
  void aWarehouseKeepsItsChunker() {
    assertThat(ingest("--chunker fixed-4k").endsWith(2).err())
        .contains("use a warehouse of its own");
  }

  @Test
  void chunkersAreComparedOnTheSameDisks() {
    ingest("--compare-chunkers fixed-4k,seqcdc-v1-4k").done();
    assertThat(
            varve("report chunker-comparison --format csv --warehouse %s", warehouse)
                .done()
                .lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("fixed-4k,sha256,8,33554432,"))
        .anyMatch(line -> line.startsWith("seqcdc-v1-4k,sha256,8,33554432,"));
  }

  @Test
  void aBackupIsSimulatedAsAsked() {
    varve(
            "simulate backup --sigma 0.1 --machines 3 --set backup.rules=checksum+similar"
                + " --warehouse %s",
            warehouse)
        .done();
    assertThat(
            varve("report backup-efficiency --format csv --warehouse %s", warehouse).done().lines())
        .hasSize(6)
        .anyMatch(line -> line.startsWith("vc,checksum+similar,0.1,3,"));
    int checks = SqlFiles.folder("checks").size();
    assertThat(varve("check --warehouse %s", warehouse).done().out())
        .contains(checks + " of " + checks + " checks pass");
  }
}
