package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import dev.varve.synthetic.RegistryWorld;
import dev.varve.synthetic.SnapshotWorld;
import dev.varve.synthetic.SnapshotWorldSize;
import dev.varve.synthetic.WorldSize;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a user meets it: verbs, outputs, errors, exit codes. */
class CommandLinesTest {
  @TempDir private Path folder;
  private static final String MAPS = "\"{\"\"a\"\":1}\",\"{\"\"b\"\":[2]}\"";

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

  @BeforeEach
  void catchOutput() {
    // The verbs open and close sessions of their own.
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void giveBack() {
    System.setOut(out);
    System.setErr(err);
  }

  private int varve(String... words) {
    printed.reset();
    complained.reset();
    List<String> all = new ArrayList<>(List.of(words));
    boolean runs = !List.of(words).contains("--help") && !List.of(words).contains("--list");
    if (runs && words.length > 0) {
      all.addAll(List.of("--set", "spark.master=local[2,4]", "--set", "spark.log.level=ERROR"));
    }
    return CommandLines.run(all.toArray(new String[0]));
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private String complained() {
    return complained.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aRegistryGoesFromIngestToReports() throws Exception {
    Path registry = folder.resolve("registry");
    RegistryWorld.Summary world = RegistryWorld.write(new Seed(3), WorldSize.small(), registry);
    String warehouse = folder.resolve("w").toString();

    assertThat(varve("ingest", "registry", registry.toString(), "--warehouse", warehouse)).isZero();
    assertThat(complained())
        .contains("TRUNCATED " + world.truncatedDigest())
        .contains("rejected  1 layers")
        .contains("MB/s");

    assertThat(
            varve("ingest", "registry", registry.toString(), "--warehouse", warehouse, "--strict"))
        .isEqualTo(3);

    assertThat(varve("report", "coverage", "--warehouse", warehouse)).isZero();
    assertThat(complained()).contains("run: varve derive");

    assertThat(varve("derive", "--warehouse", warehouse)).isZero();
    assertThat(varve("report", "dedup-summary", "--warehouse", warehouse, "--format", "csv"))
        .isZero();
    assertThat(printed()).startsWith("mode,").contains("dedup only");
    assertThat(complained()).isEmpty();

    Path reports = folder.resolve("reports");
    assertThat(
            varve(
                "report",
                "--warehouse",
                warehouse,
                "--format",
                "json",
                "--out",
                reports.toString()))
        .isZero();
    assertThat(Files.readString(reports.resolve("coverage.json")))
        .startsWith("{\"name\":\"coverage\"");

    assertThat(varve("check", "--warehouse", warehouse)).isZero();
    assertThat(printed()).contains("checks hold");

    assertThat(
            varve(
                "sql",
                "--warehouse",
                warehouse,
                "--format",
                "csv",
                "SELECT count(*) AS layers FROM layer"))
        .isZero();
    assertThat(printed().lines().toList())
        .containsExactly("layers", String.valueOf(world.layers() - 1));

    assertThat(varve("sql", "--warehouse", warehouse, "SELECT no_such_column FROM layer"))
        .isEqualTo(2);

    for (String change :
        List.of(
            "CREATE TABLE more USING parquet AS SELECT 1 AS a",
            "INSERT INTO layer SELECT * FROM layer",
            "FROM layer INSERT INTO layer SELECT *",
            "DROP VIEW layer",
            "SET spark.sql.ansi.enabled=false")) {
      assertThat(varve("sql", "--warehouse", warehouse, change)).as(change).isEqualTo(2);
      assertThat(complained()).contains("sql only reads");
    }
    assertThat(varve("sql", "--warehouse", warehouse, "--format", "csv", "DESCRIBE layer"))
        .isZero();
    assertThat(printed()).contains("layer_digest,string,");
    assertThat(
            varve(
                "sql",
                "--warehouse",
                warehouse,
                "--format",
                "csv",
                "SELECT map('a', 1) AS m, named_struct('b', array(2)) AS s"))
        .isZero();
    assertThat(printed().lines().toList()).containsExactly("m,s", MAPS);

    assertThat(
            varve(
                "report",
                "coverage",
                "dedup-summary",
                "--warehouse",
                warehouse,
                "--format",
                "json"))
        .isZero();
    assertThat(new ObjectMapper().readTree(printed()).findValuesAsText("name"))
        .containsExactly("coverage", "dedup-summary");

    Path broken = folder.resolve("w/layer_phase");
    try (var files = Files.list(broken)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertThat(varve("check", "--warehouse", warehouse)).isEqualTo(3);
    assertThat(printed()).contains("every-layer-has-one-phase-row");
  }

  @Test
  void disksGoFromIngestToBackupReports() throws Exception {
    Path vms = folder.resolve("vms");
    SnapshotWorld.Summary world = SnapshotWorld.write(new Seed(3), SnapshotWorldSize.small(), vms);
    String warehouse = folder.resolve("w").toString();
    String disks = vms.toString();
    assertThat(varve("ingest", "snapshots", disks, "--warehouse", warehouse)).isZero();
    assertThat(complained())
        .contains(world.damaged().file())
        .contains("read      " + (world.snapshots().size() - 1) + " snapshots")
        .contains("MB/s");
    assertThat(varve("ingest", "snapshots", disks, "--warehouse", warehouse, "--strict"))
        .isEqualTo(3);
    assertThat(
            varve("ingest", "snapshots", disks, "--warehouse", warehouse, "--chunker", "fixed-4k"))
        .isEqualTo(2);
    assertThat(complained()).contains("use a warehouse of its own");
    assertThat(
            varve(
                "ingest",
                "snapshots",
                disks,
                "--warehouse",
                warehouse,
                "--compare-chunkers",
                "fixed-4k,seqcdc-v1-4k"))
        .isZero();
    assertThat(varve("derive", "--warehouse", warehouse)).isZero();
    assertThat(
            varve(
                "simulate",
                "backup",
                "--warehouse",
                warehouse,
                "--sigma",
                "0.1",
                "--machines",
                "3",
                "--set",
                "backup.rules=checksum+similar"))
        .isZero();
    assertThat(varve("report", "backup-efficiency", "--warehouse", warehouse, "--format", "csv"))
        .isZero();
    assertThat(printed().lines().toList())
        .hasSize(6)
        .anyMatch(line -> line.startsWith("vc,checksum+similar,0.1,3,"));
    assertThat(varve("report", "chunker-comparison", "--warehouse", warehouse, "--format", "csv"))
        .isZero();
    assertThat(printed().lines().toList())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("fixed-4k,sha256,8,33554432,"));
    assertThat(varve("check", "--warehouse", warehouse)).isZero();
    assertThat(
            varve(
                "sql",
                "--warehouse",
                warehouse,
                "--format",
                "csv",
                "SELECT sum(bytes) AS bytes FROM segment_chunk"))
        .isZero();
    assertThat(printed().lines().toList())
        .containsExactly("bytes", String.valueOf(world.virtualBytes()));
  }

  @Test
  void wrongWordsOfSnapshotsAreUsage() {
    String none = folder.resolve("none").toString();
    assertThat(varve("ingest", "snapshots", none, "--warehouse", none + "w")).isEqualTo(4);
    assertThat(Path.of(none + "w")).doesNotExist();
    assertThat(varve("ingest", "snapshots", "x", "--warehouse", "w", "--chunker", "gear"))
        .isEqualTo(2);
    assertThat(
            varve(
                "ingest", "snapshots", "x", "--warehouse", "w", "--compare-chunkers", "fixed-4k,g"))
        .isEqualTo(2);
    assertThat(
            varve(
                "simulate",
                "backup",
                "--warehouse",
                "w",
                "--sigma",
                "2",
                "--set",
                "backup.rules=magic",
                "--set",
                "backup.replicas=0"))
        .isEqualTo(2);
    assertThat(complained())
        .contains("backup.sigma has 2")
        .contains("backup.rules has magic")
        .contains("backup.replicas is 0");
    assertThat(varve("simulate")).isEqualTo(2);
    assertThat(varve("simulate", "backup", "--warehouse", none)).isEqualTo(4);
  }

  @Test
  void inputsThatHoldNothingAreAllNamed() {
    String none = folder.resolve("none").toString();
    assertThat(varve("ingest", "registry", none, folder.toString(), "--warehouse", none + "w"))
        .isEqualTo(4);
    assertThat(complained()).contains(none).contains(folder.toString());
    assertThat(Path.of(none + "w")).doesNotExist();
    assertThat(varve("report", "--warehouse", none + "w")).isEqualTo(4);
  }

  @Test
  void everyFaultOfTheSettingsIsNamedAtOnce() {
    assertThat(
            varve(
                "ingest",
                "registry",
                "x",
                "--warehouse",
                "w",
                "--set",
                "ingest.fingerprint=crc32",
                "--set",
                "ingest.task-bytes=-1",
                "--set",
                "no.such.key=1",
                "--set",
                "lock.wait-seconds=1.9",
                "--pull-codec",
                "lz4",
                "--conf",
                folder.resolve("none.conf").toString()))
        .isEqualTo(2);
    assertThat(complained())
        .contains("ingest.fingerprint is crc32")
        .contains("ingest.task-bytes")
        .contains("no.such.key")
        .contains("lock.wait-seconds is no valid number or size: 1.9")
        .contains("--pull-codec")
        .contains("none.conf");
  }

  @Test
  void aConfFileMayHaveListsAndComesBeforeDefaultsOfTheVerb() throws Exception {
    Path conf = folder.resolve("own.conf");
    Files.writeString(
        conf,
        "varve { backup.sweep = [0.1, 0.2], spark.sql.shuffle.partitions = 5, lock.wait-seconds = 7 }");
    SettingReader settings =
        SettingReader.of("reading", conf.toFile(), List.of("lock.stale-seconds=9"));
    assertThat(settings.numbers("backup.sweep", 0, 1)).containsExactly(0.1, 0.2);
    assertThat(settings.count("lock.wait-seconds")).isEqualTo(7);
    assertThat(settings.count("lock.stale-seconds")).isEqualTo(9);
    assertThat(settings.finish().spark()).containsEntry("spark.sql.shuffle.partitions", "5");

    Files.writeString(conf, "varve.ingest.fingerprint = [sha256, md5]");
    assertThat(varve("ingest", "registry", "x", "--warehouse", "w", "--conf", conf.toString()))
        .isEqualTo(2);
    assertThat(complained()).contains("fingerprint");
  }

  @Test
  void placesThatCannotBeAreUsage() throws Exception {
    Path file = Files.writeString(folder.resolve("a:file"), "no tar");
    assertThat(varve("check", "--warehouse", file.toString())).isEqualTo(2);
    assertThat(complained()).contains("a warehouse is a folder");
    String[] remote = {"derive", "--warehouse", "w", "--master", "spark://nowhere:7077"};
    assertThat(CommandLines.run(remote)).isEqualTo(2);
    assertThat(complained()).contains("spark-submit");
  }

  @Test
  void wrongWordsAreUsage() {
    assertThat(varve()).isEqualTo(2);
    assertThat(varve("no-such-verb")).isEqualTo(2);
    assertThat(varve("report", "no-such-report", "--warehouse", "w")).isEqualTo(2);
    assertThat(varve("ingest", "registry", "--warehouse", "w")).isEqualTo(2);
  }

  @Test
  void everyVerbHelpsWithAnExample() {
    for (String verb : List.of("demo", "ingest", "derive", "simulate", "report", "check", "sql")) {
      assertThat(varve(verb, "--help")).isZero();
      assertThat(printed()).contains("Example").contains("varve " + verb);
    }
    assertThat(varve("report", "--list")).isZero();
    assertThat(printed()).contains("dedup-summary");
  }
}
