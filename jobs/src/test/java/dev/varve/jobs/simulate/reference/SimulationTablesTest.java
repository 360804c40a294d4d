package dev.varve.jobs.simulate.reference;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulations over the snapshots of the small world, by both engines. */
class SimulationTablesTest {
  private static final String[] TIMES = {"nanos", "delete_nanos", "repair_nanos"};

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "simulate backup, --machines 4 --set backup.block-bytes=65536 --set tuning.backup.leftover-chunks=50",
    "simulate deletion, --repair never --groups 3 --set tuning.deletion.part-references=500"
  })
  void bothEnginesMakeTheSameTables(String verb, String options) throws Exception {
    Map<String, List<String>> spark = simulated(verb, options, "spark");
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).hasSizeGreaterThan(1));
    assertThat(simulated(verb, options, "local")).isEqualTo(spark);
  }

  private Map<String, List<String>> simulated(String verb, String options, String engine)
      throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve(engine));
    varve(verb + " " + options + " --warehouse %s --set engine.name=%s", warehouse, engine).done();
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy(verb)) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(warehouse, table, TIMES));
      }
    }
    return tables;
  }
}
