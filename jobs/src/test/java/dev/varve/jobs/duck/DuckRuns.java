package dev.varve.jobs.duck;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** DuckDB over a copy of the small world, as a run has it. */
public final class DuckRuns {
  private DuckRuns() {}

  /** Opens one; outside of a run the session of the last one is still open. */
  public static DuckRun over(Path warehouse, String... tables) throws Exception {
    SettingReader settings = TestEngine.settings();
    QuerySettings query = QuerySettings.read(settings);
    List<DuckRun> opened = new ArrayList<>();
    TestEngine.runs(settings)
        .run(
            "derive",
            Map.of(),
            SmallWorld.copy(SmallWorld.ingested(), warehouse).toString(),
            run -> {
              DuckRun duck = DuckStart.ofManyRows(run, query).orElseThrow();
              duck.showPublished(List.of(tables));
              opened.add(duck);
            });
    return opened.get(0);
  }
}
