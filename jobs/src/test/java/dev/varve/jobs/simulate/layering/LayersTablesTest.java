package dev.varve.jobs.simulate.layering;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both engines plan the same layers, and their checks hold. */
class LayersTablesTest {
  private static Path derived = Path.of("");

  @TempDir private Path folder;

  /** Two repositories of four images and one of bases; with chains of links, and whiteouts. */
  @BeforeAll
  static void ingest(@TempDir Path made) throws Exception {
    Path registry = made.resolve("registry");
    RegistryWorld.write(new Seed(3), new WorldSize(2, 6, 2, 2, 4, 12, 8), registry);
    derived = made.resolve("derived");
    varve("ingest registry %s --warehouse %s", registry, derived).done();
    varve("derive --warehouse %s", derived).done();
    varve("simulate startup --warehouse %s", derived).done();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--max-layers 3,8", "--max-layers 8 --together --stored-weight 1"})
  void bothEnginesMakeTheSameTables(String options) throws Exception {
    Map<String, List<String>> spark = simulated("spark", options);
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).hasSizeGreaterThan(3));
    assertThat(simulated("local", options)).isEqualTo(spark);
  }

  private Map<String, List<String>> simulated(String engine, String options) throws Exception {
    Path warehouse = SmallWorld.copy(derived, folder.resolve(engine));
    varve("simulate layers --warehouse %s --set engine.name=%s " + options, warehouse, engine)
        .done();
    assertThat(varve("check --warehouse %s", warehouse).done().out()).contains("checks pass");
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy("simulate layers")) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(warehouse, table));
      }
    }
    return tables;
  }
}
