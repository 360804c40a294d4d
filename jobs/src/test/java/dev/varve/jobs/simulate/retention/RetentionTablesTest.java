package dev.varve.jobs.simulate.retention;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention by as many policies as there may be, by both engines. */
class RetentionTablesTest {
  private static final String POLICIES =
      " --keep-newest 1,2,3,4,5,6 --older-than any,1h,12h,1d,3d,1w,1m,3m,1y,10y --untagged"
          + " --now 2040-01-01T00:00:00Z --keep-last 1 --keep-daily 2 --keep-weekly 1"
          + " --keep-monthly 0 --snapshot-times 1d --set backup.sigma=0.1 --set backup.machines=4";

  @TempDir private Path folder;

  @Tag("thorough")
  @Test
  void bothEnginesMakeTheSameTables() throws Exception {
    Map<String, List<String>> spark = simulated("spark");
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).hasSizeGreaterThan(9));
    assertThat(simulated("local")).isEqualTo(spark);
    assertThat(freedFileBytes("local")).hasSize(60);
  }

  private Map<String, List<String>> simulated(String engine) throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve(engine));
    varve("simulate retention --warehouse %s --set engine.name=%s" + POLICIES, warehouse, engine)
        .done();
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy("simulate retention")) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(warehouse, table));
      }
    }
    assertThat(freedFileBytes(engine)).isEqualTo(countedFileBytes(engine));
    return tables;
  }

  /** Each policy has a bit in a mask, up to the sixtieth. */
  private Map<String, Long> freedFileBytes(String engine) {
    return byPolicy(
        engine,
        "SELECT policy, sum(freed_file_bytes) AS bytes FROM retention_result GROUP BY policy");
  }

  /** Files that are in no layer that stays, counted without masks. */
  private Map<String, Long> countedFileBytes(String engine) {
    return byPolicy(
        engine,
        "WITH owned AS (SELECT DISTINCT fingerprint, bytes, layer_digest FROM layer_recipe"
            + " WHERE kind = 'FILE' AND layer_digest IN (SELECT digest FROM manifest_reference)),"
            + " freed AS (SELECT p.policy, o.fingerprint, max(o.bytes) AS bytes, count(*) AS layers,"
            + " count(b.digest) AS freed FROM owned AS o"
            + " CROSS JOIN (SELECT DISTINCT policy FROM retention_result) AS p"
            + " LEFT JOIN retention_blob AS b ON b.policy = p.policy AND b.digest = o.layer_digest"
            + " GROUP BY p.policy, o.fingerprint)"
            + " SELECT policy, sum(CASE WHEN layers = freed THEN bytes ELSE 0 END) AS bytes"
            + " FROM freed GROUP BY policy");
  }

  private Map<String, Long> byPolicy(String engine, String query) {
    Map<String, Long> bytes = new TreeMap<>();
    for (Line line : rows(folder.resolve(engine), query)) {
      bytes.put(line.text("policy"), line.count("bytes"));
    }
    return bytes;
  }

  @Test
  void aSnapshotIsAsOldAsIsKnown() {
    Instant taken = Instant.parse("2020-01-02T03:04:05.006Z");
    Instant seen = Instant.parse("2021-02-03T04:05:06.007Z");
    String run = "20220304T050607008Z-01234567";
    assertThat(listed(taken, seen, run).time()).isEqualTo(taken);
    assertThat(listed(null, seen, run).time()).isEqualTo(seen);
    assertThat(listed(null, null, run).time()).isEqualTo(Instant.parse("2022-03-04T05:06:07.008Z"));
  }

  private static SnapshotSelection.ListedSnapshot listed(
      @Nullable Instant taken, @Nullable Instant seen, String run) {
    return new SnapshotSelection.ListedSnapshot("vm", "one", 0, -1, taken, seen, run, "vm", null);
  }
}
