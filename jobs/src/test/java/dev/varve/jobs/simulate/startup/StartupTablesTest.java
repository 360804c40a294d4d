package dev.varve.jobs.simulate.startup;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both engines match the same starts, of the same synthetic list. */
class StartupTablesTest {
  @TempDir private Path folder;

  @Tag("thorough")
  @Test
  void bothEnginesMakeTheSameTables() throws Exception {
    Map<String, List<String>> spark = simulated("spark");
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());
    assertThat(spark.get("startup_file")).hasSizeGreaterThan(10);
    assertThat(simulated("local")).isEqualTo(spark);
    assertThat(folder.resolve("local.csv")).hasSameTextualContentAs(folder.resolve("spark.csv"));
  }

  private Map<String, List<String>> simulated(String engine) throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve(engine));
    Path list = folder.resolve(engine + ".csv");
    try (Runs runs = TestEngine.runs(TestEngine.settings("engine.name=" + engine))) {
      SyntheticStarts.write(runs, warehouse.toString(), list);
    }
    Path starts = Files.copy(list, warehouse.resolveSibling("starts.csv"), REPLACE_EXISTING);
    Path categories =
        Files.writeString(folder.resolve("categories.csv"), "pattern,category\n*:*,tagged\n");
    varve(
            "simulate startup --warehouse %s --accesses %s --categories %s --set engine.name=%s",
            warehouse, starts, categories, engine)
        .done();
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy("simulate startup")) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(warehouse, table));
      }
    }
    return tables;
  }
}
