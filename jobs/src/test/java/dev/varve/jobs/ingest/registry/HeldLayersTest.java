package dev.varve.jobs.ingest.registry;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulls of layers that a warehouse holds are measured, and nothing else changes. */
@Tag("thorough")
class HeldLayersTest {
  private static final String PULLS = "SELECT * FROM layer_pull ORDER BY layer_digest, codec";

  @Test
  void pullsOfHeldLayersAreMeasuredOnceACodec(@TempDir Path folder) {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    long layers = row(warehouse, "SELECT count(*) AS n FROM layer").count("n");
    measure(warehouse, "gzip-1");
    assertThat(row(warehouse, "SELECT count(*) AS n FROM layer_pull").count("n")).isEqualTo(layers);
    List<Line> first = rows(warehouse, PULLS);
    measure(warehouse, "gzip-1,zstd-3");
    assertThat(rows(warehouse, PULLS)).hasSize((int) (2 * layers)).containsAll(first);
    List<Line> both = rows(warehouse, PULLS);
    assertThat(measure(warehouse, "zstd-3")).contains("read      0 layers");
    assertThat(rows(warehouse, PULLS)).isEqualTo(both);
    for (String table : List.of("layer", "layer_phase", "layer_recipe", "layer_framing")) {
      assertThat(row(warehouse, "SELECT count(*) AS n FROM " + table))
          .isEqualTo(row(SmallWorld.ingested(), "SELECT count(*) AS n FROM " + table));
    }
    varve("check --warehouse %s", warehouse).done();
  }

  private static String measure(Path warehouse, String codecs) {
    return varve(
            "ingest registry %s --warehouse %s --measure-pull --pull-codec %s",
            SmallWorld.registry(), warehouse, codecs)
        .done()
        .err();
  }
}
