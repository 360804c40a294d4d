package dev.varve.jobs.sharing;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.duck.DuckRuns;
import dev.varve.jobs.run.DuckDb;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.sharing.FileOrigins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DuckDB derives on one machine, Spark derives on any. */
class DerivedTablesTest {
  @TempDir private Path folder;
  private int opening;

  @Test
  void bothEnginesDeriveTheSameTables() throws Exception {
    Path warehouse = folder.resolve("chunks");
    varve(
            "ingest registry %s --warehouse %s --chunks fixed-4k,fastcdc-v1-4k",
            SmallWorld.registry(), warehouse)
        .done();
    varve("ingest snapshots %s --warehouse %s", SmallWorld.disks(), warehouse).done();
    Map<String, List<String>> spark = derived(warehouse, "query.engine=spark");
    assertThat(spark.keySet())
        .contains("file_sharing", "chunk_sharing", "layer_twin", "content_dedup");
    assertThat(spark).allSatisfy((table, rows) -> assertThat(rows).as(table).hasSizeGreaterThan(1));
    assertThat(derived(warehouse, "query.engine=auto")).isEqualTo(spark);
    // Many rows come with other twins, and one group after another.
    assertThat(derived(warehouse, "engine.small-bytes=1")).isEqualTo(spark);
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

  @Test
  void rangesOfFingerprintsChangeNoRow() throws Exception {
    List<String> whole = files(1);
    assertThat(whole).hasSizeGreaterThan(10);
    assertThat(files(7)).isEqualTo(whole);
    assertThat(files(2000)).isEqualTo(whole);
  }

  @Test
  void moreMemoryIsFewerRanges() throws Exception {
    try (DuckRun duck = duck()) {
      DuckDegrees degrees = new DuckDegrees(duck);
      assertThat(degrees.fileRanges(Long.MAX_VALUE)).isEqualTo(1);
      assertThat(degrees.fileRanges(1000)).isGreaterThan(2);
      assertThat(degrees.fileRanges(1)).isGreaterThan(10_000).isLessThanOrEqualTo(1 << 16);
    }
  }

  private DuckRun duck() throws Exception {
    Path warehouse = folder.resolve("ranges-" + opening++);
    return DuckRuns.over(warehouse, Tables.readBy("derive").toArray(String[]::new));
  }

  private static String text(Row row) {
    Object[] values = new Object[row.length()];
    Arrays.setAll(values, row::get);
    return Arrays.deepToString(values);
  }

  private List<String> files(int ranges) throws Exception {
    List<String> rows = new ArrayList<>();
    try (DuckRun duck = duck()) {
      DuckDegrees degrees = new DuckDegrees(duck);
      for (Publication.Rows table : degrees.files(degrees.owners(), new FileOrigins(), ranges)) {
        ((Publication.Sorted) table).source().each(row -> rows.add(text(row)));
      }
    }
    return rows;
  }
}
