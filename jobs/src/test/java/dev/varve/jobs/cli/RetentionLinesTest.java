package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention of the small registry and of its disks, against counts of the tables by SQL. */
class RetentionLinesTest {
  /** Digests that a registry needs after a list of manifests is removed; it has no indexes. */
  private static final String NEEDED =
      " WITH kept AS (SELECT DISTINCT manifest_digest FROM repository_manifest AS entry"
          + " WHERE NOT EXISTS (SELECT 1 FROM retention_manifest AS gone"
          + " WHERE gone.repository = entry.repository"
          + " AND gone.manifest_digest = entry.manifest_digest)),"
          + " needed AS (SELECT manifest_digest AS digest FROM kept UNION SELECT digest"
          + " FROM manifest_reference JOIN kept USING (manifest_digest)) ";

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");
  private static List<Line> listed = List.of();

  @BeforeAll
  static void simulate() throws IOException {
    warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("warehouse"));
    listed =
        rows(
            warehouse,
            "SELECT repository, tag, repository || ':' || tag AS name FROM repository_manifest"
                + " JOIN image ON image_digest = manifest_digest WHERE tag IS NOT NULL"
                + " ORDER BY hash(name) LIMIT 9");
    Path list =
        Files.writeString(
            folder.resolve("tags.txt"),
            listed.stream().map(one -> one.text("name")).collect(Collectors.joining("\n"))
                + "\n# not there\nno/such:tag\n");
    Answer answer =
        varve(
                "simulate retention --warehouse %s --tags %s --collection distribution-2"
                    + " --tools proxmox --keep-daily 1 --keep-weekly 0 --keep-monthly 0"
                    + " --snapshot-times 1d --set backup.machines=4"
                    + " --set backup.block-bytes=65536",
                warehouse, list)
            .done();
    assertThat(answer.err()).contains("1 of 10 listed tags are not there: no/such:tag");
  }

  /** The small world has one policy of tags here, and disks only in the other warehouse. */
  @Test
  void onlyReportsWithRowsAreNamed() throws IOException {
    String line = "simulate retention --warehouse %s --keep-newest 1 --tools borg";
    Path registry = folder.resolve("registry");
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), registry).done();
    assertThat(varve(line, registry).done().err())
        .contains("1 policy for ", " tags, without removing anything, in ")
        .doesNotContain("0 policies", "no tag is judged")
        .contains("varve report retention-frees retention-tags --warehouse");
    assertThat(varve(line + " --match no/such", registry).done().err())
        .contains("no tag is judged: none matches retention.match");
    Path disks = folder.resolve("disks");
    varve("ingest snapshots %s --warehouse %s", SmallWorld.disks(), disks).done();
    assertThat(varve(line + " --set backup.block-bytes=65536", disks).done().err())
        .contains("varve report retention-frees retention-snapshots --warehouse");
  }

  @Test
  void listedTagsGoAndNoOthers() {
    assertThat(rows(warehouse, "SELECT repository || ':' || tag AS name FROM retention_tag"))
        .extracting(one -> one.text("name"))
        .containsExactlyInAnyOrderElementsOf(listed.stream().map(one -> one.text("name")).toList());
  }

  @Test
  void blobsAreFreedThatNothingThatStaysNeeds() {
    Line counted =
        row(
            warehouse,
            NEEDED
                + "SELECT count(*) AS blobs, sum(bytes) AS bytes FROM (SELECT digest, max(bytes) AS"
                + " bytes FROM (SELECT manifest_digest AS digest, bytes FROM manifest JOIN"
                + " repository_manifest USING (manifest_digest) UNION ALL SELECT digest,"
                + " coalesce(compressed_bytes, bytes) FROM manifest_reference LEFT JOIN layer ON"
                + " digest = layer_digest WHERE kind <> 'MANIFEST') WHERE digest NOT IN (SELECT"
                + " digest FROM needed) AND (digest IN (SELECT layer_digest FROM layer) OR digest"
                + " NOT IN (SELECT digest FROM rejected_blob WHERE digest IS NOT NULL AND reason ="
                + " 'ABSENT')) GROUP BY digest)");
    Line freed = row(warehouse, "SELECT sum(freed_bytes) AS bytes FROM retention_result");
    assertThat(freed.count("bytes")).isEqualTo(counted.count("bytes")).isPositive();
  }

  /** A file goes with deduplication when no layer that is needed contains it. */
  @Test
  void filesAreFreedWithTheLastLayerThatContainsThem() {
    Line counted =
        row(
            warehouse,
            NEEDED
                + "SELECT sum(bytes) AS bytes FROM (SELECT fingerprint, max(bytes) AS bytes,"
                + " count(CASE WHEN layer_digest IN (SELECT digest FROM needed) THEN 1 END) AS kept"
                + " FROM layer_recipe WHERE kind = 'FILE' AND layer_digest IN (SELECT digest FROM"
                + " manifest_reference) GROUP BY fingerprint) WHERE kept = 0");
    assertThat(
            row(warehouse, "SELECT sum(freed_file_bytes) AS bytes FROM retention_result")
                .count("bytes"))
        .isEqualTo(counted.count("bytes"));
  }

  @Test
  void allSnapshotsTakeWhatTheBackupSimulationSays() {
    List<Line> backups =
        rows(
            warehouse,
            "SELECT scheme, min(stored_bytes) AS bytes FROM backup_result WHERE scheme IN"
                + " ('perfect', 'srb') OR scheme = 'vc' AND rules = 'checksum+similar'"
                + " GROUP BY scheme ORDER BY scheme");
    List<Line> all =
        rows(
            warehouse,
            "SELECT scheme, stored_bytes AS bytes FROM retention_backup WHERE tool IS NULL"
                + " ORDER BY scheme");
    assertThat(all)
        .extracting(one -> one.text("scheme") + one.count("bytes"))
        .containsExactlyElementsOf(
            backups.stream().map(one -> one.text("scheme") + one.count("bytes")).toList())
        .hasSize(3);
  }

  /** One snapshot a VM: each is a first one, and its chunks once are what perfect stores. */
  @Test
  void perfectStoresTheChunksOfSnapshotsThatStay() {
    Line counted =
        row(
            warehouse,
            "SELECT sum(bytes) AS bytes FROM (SELECT DISTINCT fingerprint, bytes FROM"
                + " segment_chunk JOIN retention_snapshot USING (vm, snapshot) WHERE NOT zero AND"
                + " policy = 'proxmox: daily 1' AND rule IS NOT NULL)");
    Line kept =
        row(
            warehouse,
            "SELECT max(kept_snapshots) AS n, max(stored_bytes) AS bytes FROM retention_backup"
                + " WHERE policy = 'proxmox: daily 1' AND scheme = 'perfect'");
    assertThat(kept.count("bytes")).isEqualTo(counted.count("bytes"));
    assertThat(kept.count("n"))
        .isEqualTo(row(warehouse, "SELECT count(*) AS n FROM vm").count("n"));
  }

  @Test
  void everyCheckHoldsAndEveryReportAnswers() {
    varve("check --warehouse %s", warehouse).done();
    Answer reports =
        varve(
                "report retention-frees retention-tags retention-snapshots --format json"
                    + " --warehouse %s",
                warehouse)
            .done();
    assertThat(reports.rowsOf("retention-frees")).anyMatch(one -> one.has("repository", "(all)"));
    assertThat(reports.rowsOf("retention-tags")).hasSize(9);
    assertThat(reports.rowsOf("retention-snapshots")).anyMatch(one -> one.has("more", "daily"));
  }

  @Test
  void impossibleOptionsAreRefused() throws IOException {
    assertThat(refused("--older-than 90")).contains("write it as in 7d");
    assertThat(refused("--keep-within 2d")).contains("proxmox has no rule within");
    assertThat(refused("--zone Atlantis/Reef")).contains("write it as in UTC");
    assertThat(refused("--now yesterday")).contains("write it as in 2026-01-31");
    assertThat(refused("--tags " + folder.resolve("absent"))).contains("there is no file");
    Path odd = Files.writeString(folder.resolve("odd.txt"), "ok:1\nno tag\n:\n");
    assertThat(refused("--tags " + odd)).contains("line 2").contains("line 3");
  }

  private static String refused(String options) {
    Answer answer = varve("simulate retention --warehouse %s --quiet " + options, warehouse);
    assertThat(answer.code()).as(options + answer.err()).isEqualTo(2);
    assertThat(answer.err().lines()).as(answer.err()).hasSizeLessThan(8);
    return answer.err();
  }
}
