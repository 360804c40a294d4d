package dev.varve.jobs.derive.sharing;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DuckDB derives on one machine, Spark derives on any. */
class DerivedTablesTest {
  @TempDir private Path folder;

  @Test
  void bothEnginesDeriveTheSameTables() throws Exception {
    Path warehouse = folder.resolve("chunks");
    varve(
            "ingest registry %s --warehouse %s --chunks fixed-4k,fastcdc-v1-4k",
            SmallWorld.registry(), warehouse)
        .done();
    varve("ingest snapshots %s --warehouse %s", SmallWorld.disks(), warehouse).done();
    Map<String, List<String>> spark = derived(warehouse, "engine.name=spark");
    assertThat(spark.keySet())
        .contains("file_sharing", "chunk_sharing", "layer_twin", "content_dedup");
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).hasSizeGreaterThan(1));
    assertThat(derived(warehouse, "engine.name=auto")).isEqualTo(spark);
  }

  private Map<String, List<String>> derived(Path ingested, String setting) throws Exception {
    Path warehouse = SmallWorld.copy(ingested, folder.resolve(setting));
    varve("derive --warehouse %s --set %s", warehouse, setting).done();
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy("derive")) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(warehouse, table));
      }
    }
    return tables;
  }
}
