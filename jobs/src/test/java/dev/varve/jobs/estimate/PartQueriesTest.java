package dev.varve.jobs.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part that took long to read is not lost because DuckDB lacks memory for it. */
class PartQueriesTest {
  private record Listed(long images) {}

  @TempDir private Path folder;

  /** Which ways were tried, and what came of the last: DuckDB's fails. */
  private long ask(String engine, List<Class<?>> tried) throws IOException {
    QuerySettings query =
        QuerySettings.read(SettingReader.of(null, null, List.of("query.engine=" + engine)));
    long[] images = new long[1];
    TestEngine.runs(TestEngine.settings())
        .run(
            "estimate",
            Map.of(),
            SmallWorld.copy(SmallWorld.ingested(), folder.resolve(engine)).toString(),
            run ->
                images[0] =
                    PartQueries.ask(
                        run,
                        query,
                        List.of("image"),
                        queries -> {
                          tried.add(queries.getClass());
                          long said = queries.first("listed", Listed.class).images();
                          if (queries instanceof PartQueries.OfDuck) {
                            throw new IOException("no memory");
                          }
                          return said;
                        }));
    return images[0];
  }

  @Test
  void sparkGoesOnWhereDuckDbFails() throws IOException {
    List<Class<?>> tried = new ArrayList<>();
    assertThat(ask("auto", tried)).isEqualTo(SmallWorld.registrySummary().images());
    assertThat(tried).containsExactly(PartQueries.OfDuck.class, PartQueries.OfSpark.class);
  }

  @Test
  void whoAsksForDuckDbIsToldThatItFails() {
    List<Class<?>> tried = new ArrayList<>();
    assertThatIOException().isThrownBy(() -> ask("duckdb", tried)).withMessage("no memory");
    assertThat(tried).containsExactly(PartQueries.OfDuck.class);
  }
}
