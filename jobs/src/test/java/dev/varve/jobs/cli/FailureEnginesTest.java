package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both engines give the same tables of chains, of availability and of durability. */
class FailureEnginesTest {
  private static final String FLEET =
      " --machines 10 --trials 200 --set backup.block-bytes=65536 --set synthetic.private-blocks=60"
          + " --set synthetic.popular-blocks=5 --set synthetic.popular-degree=10"
          + " --set synthetic.oblivious-blocks=65 --set synthetic.oblivious-degree=2 --vms 20";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "simulate availability --failed 4 --set tuning.availability.part-edges=50, availability_result",
    "simulate availability --failed 4 --synthetic --set tuning.availability.part-edges=50, availability_result",
    "simulate durability, durability_result"
  })
  void ofMachines(String line, String table) throws Exception {
    assertThat(rows(line + FLEET, "spark", table))
        .isEqualTo(rows(line + FLEET, "local", table))
        .isNotEmpty();
  }

  @Test
  void ofChains() throws Exception {
    String line = "simulate chains --kinds real,real-grown,even --snapshots 0,3 --requests 1000";
    Path spark = simulated(line, "spark");
    Path local = simulated(line, "local");
    for (String table : List.of("chain_result", "chain_event")) {
      assertThat(DuckDb.rows(spark, table)).isEqualTo(DuckDb.rows(local, table)).isNotEmpty();
    }
  }

  private List<String> rows(String line, String engine, String table) throws Exception {
    return DuckDb.rows(simulated(line, engine), table);
  }

  private Path simulated(String line, String engine) {
    Path warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve(engine));
    varve(line + " --warehouse %s --quiet --set engine.name=" + engine, warehouse).done();
    return warehouse;
  }
}
