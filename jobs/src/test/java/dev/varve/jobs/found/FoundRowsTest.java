package dev.varve.jobs.found;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.DuckDb;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.RejectReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Few rows are selected by DuckDB, many by Spark: the tables are the same. */
class FoundRowsTest {
  private static final String SPARK = "query.engine=spark";

  @TempDir private Path folder;

  /** Two states of a registry with a bad layer and moved tags, pulls that are measured later. */
  @Test
  void bothEnginesFillTheTablesOfARegistryAlike() throws Exception {
    Path later = SmallWorld.copy(SmallWorld.registry(), folder.resolve("later"));
    moveATag(later);
    Path first = SmallWorld.copy(SmallWorld.registry(), folder.resolve("first"));
    damageALayer(first);
    Map<String, List<String>> spark = registry(first, later, SPARK);
    assertThat(spark)
        .allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty())
        .containsKeys("rejected_blob", "file_recipe", "content_sample", "layer_pull", "artifact");
    assertThat(registry(first, later, "query.engine=auto")).isEqualTo(spark);
  }

  private Map<String, List<String>> registry(Path first, Path later, String engine)
      throws Exception {
    Path warehouse = folder.resolve(engine);
    String line = "ingest registry %s --warehouse %s --set %s --set ingest.chunks=fixed-4k";
    varve(line, first, warehouse, engine).done();
    varve(line + " --measure-pull --pull-codec gzip-1", first, warehouse, engine).done();
    varve(line + " --measure-pull --pull-codec gzip-1,zstd-3", later, warehouse, engine).done();
    return tables(warehouse, "ingest registry");
  }

  @Test
  void bothEnginesFillTheTablesOfDisksAlike() throws Exception {
    Path disks = SmallWorld.copy(SmallWorld.disks(), folder.resolve("disks"));
    Files.writeString(disks.resolve("bad.qcow2"), "QFI\u00fb and no more");
    Map<String, List<String>> spark = disks(disks, SPARK);
    assertThat(spark).containsKeys("rejected_blob", "segment_recipe", "chain_map", "vm");
    assertThat(disks(disks, "query.engine=auto")).isEqualTo(spark);
  }

  private Map<String, List<String>> disks(Path disks, String engine) throws Exception {
    Path warehouse = folder.resolve(engine);
    for (int run = 0; run < 2; run++) {
      varve("ingest snapshots %s --warehouse %s --set %s", disks, warehouse, engine).done();
    }
    return tables(warehouse, "ingest snapshots");
  }

  @Test
  void duckDbIsTakenForFewRowsUnlessSparkIsAskedFor() throws Exception {
    assertThat(taken(TestEngine.settings())).isTrue();
    assertThat(taken(TestEngine.settings(SPARK))).isFalse();
    assertThat(taken(TestEngine.settings("engine.small-bytes=1"))).isFalse();
  }

  private boolean taken(SettingReader settings) throws Exception {
    List<Boolean> taken = new ArrayList<>();
    TestEngine.runs(settings)
        .run(
            "ingest registry",
            Map.of(),
            folder.resolve("w").toString(),
            run -> {
              run.fit(10);
              var found = DuckFound.open(run);
              taken.add(found.isPresent());
              if (found.isPresent()) {
                found.get().close();
              }
            });
    return taken.get(0);
  }

  @Test
  void rowsOfLongTextsAreSelectedBySpark() throws Exception {
    String most = "m".repeat(8192);
    assertThat(byDuckDb("short", most)).isTrue();
    assertThat(byDuckDb("short", most + "m")).isFalse();
    assertThat(byDuckDb(most + "m", "short")).isFalse();
    assertThat(byDuckDb("\u65e5".repeat(2730) + "mm")).as("8,192 bytes").isTrue();
    assertThat(byDuckDb("\u65e5".repeat(2731))).as("8,193 bytes").isFalse();
  }

  /** Whether DuckDB selects the rows of rejections with these messages. */
  private boolean byDuckDb(String... messages) throws Exception {
    WideRow wide = new WideRow(Tables.rows("rejected_blob", RejectedBlob.class));
    List<Boolean> chosen = new ArrayList<>();
    TestEngine.runs(TestEngine.settings())
        .run(
            "ingest registry",
            Map.of(),
            folder.resolve("w").toString(),
            run -> {
              StagedStream stream =
                  run.publication().stream(
                      "refused",
                      wide,
                      taker -> {
                        for (String message : messages) {
                          taker.accept(
                              wide.row(
                                  new RejectedBlob(
                                      run.id(), "s", null, RejectReason.LIMIT, null, message)));
                        }
                      });
              try (FoundRows rows = FoundRows.open(run, stream, List.of("rejected_blob"), 1)) {
                chosen.add(rows instanceof DuckFound);
              }
            });
    return chosen.get(0);
  }

  /** The rows of the tables that a verb makes, without its run and times; tables with rows. */
  private static Map<String, List<String>> tables(Path warehouse, String verb) throws Exception {
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy(verb)) {
      String[] leftOut =
          Arrays.stream(Tables.schema(table).fieldNames())
              .filter(name -> name.equals("run_id") || name.matches("first_seen_at|.*_nanos"))
              .toArray(String[]::new);
      List<String> rows = new ArrayList<>(DuckDb.rows(warehouse, table, leftOut));
      if (!rows.isEmpty() && !table.equals("run")) {
        if (List.of(leftOut).contains("first_seen_at")) {
          rows.add(firstSeen(warehouse, table));
        }
        tables.put(table, rows);
      }
    }
    return tables;
  }

  /** How many rows were first seen by each run, in the order of the runs. */
  private static String firstSeen(Path warehouse, String table) {
    return varve(
            "sql --warehouse %s --format csv %s",
            warehouse,
            "SELECT count(*) AS n FROM %s GROUP BY first_seen_at ORDER BY first_seen_at"
                .formatted(table))
        .done()
        .out();
  }

  private static void moveATag(Path registry) throws Exception {
    List<Path> links;
    try (Stream<Path> files = Files.walk(registry)) {
      links = files.filter(file -> file.endsWith("current/link")).sorted().toList();
    }
    Path moved = links.get(0);
    for (Path other : links) {
      if (!Files.readString(other).equals(Files.readString(moved))) {
        Files.copy(other, moved, StandardCopyOption.REPLACE_EXISTING);
        return;
      }
    }
    throw new IllegalStateException("all tags lead to one image");
  }

  /** Cuts the largest blob, which is a layer. */
  private static void damageALayer(Path registry) throws Exception {
    Path largest = null;
    try (Stream<Path> files = Files.walk(registry)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (largest == null || Files.size(file) > Files.size(largest)) {
          largest = file;
        }
      }
    }
    byte[] bytes = Files.readAllBytes(largest);
    Files.write(largest, Arrays.copyOf(bytes, bytes.length / 2));
  }
}
