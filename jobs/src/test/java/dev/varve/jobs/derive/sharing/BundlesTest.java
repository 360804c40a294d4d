package dev.varve.jobs.derive.sharing;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.model.Seed;
import dev.varve.synthetic.disk.SnapshotWorld;
import dev.varve.synthetic.disk.SnapshotWorldSize;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles, and contents by path, make answers faster, and change none. */
class BundlesTest {
  private static final String REPORTS =
      "exclusive-bytes decomposition dedup-growth history snapshot-history repository-growth"
          + " repository-sharing snapshot-sharing image-efficiency savings-by-type"
          + " savings-by-directory savings-by-convention";

  private static final String HOLDERS =
      "SELECT (SELECT count(*) FROM layer) + (SELECT count(*) FROM snapshot) AS n";

  private static final String REPORT =
      "report exclusive-bytes repository-growth --format csv --warehouse %s --engine ";

  @TempDir private Path folder;

  /**
   * Layers and snapshots that came after derive stand between the others, and take their numbers.
   */
  @Test
  void thoseThatAreTooOldAreNotRead() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    varve("derive --warehouse %s", warehouse).done();
    assertThat(DuckDb.rows(warehouse, "file_bundle")).hasSizeGreaterThan(5);
    assertThat(DuckDb.rows(warehouse, "chunk_bundle")).hasSizeGreaterThan(5);
    assertThat(DuckDb.rows(warehouse, "file_path")).hasSizeGreaterThan(5);
    RegistryWorld.write(new Seed(99), WorldSize.small(), folder.resolve("registry"));
    SnapshotWorld.write(new Seed(98), SnapshotWorldSize.small(), folder.resolve("disks/aa"));
    varve("ingest registry %s --warehouse %s", folder.resolve("registry"), warehouse).done();
    varve("ingest snapshots %s --warehouse %s", folder.resolve("disks"), warehouse).done();
    assertThat(row(warehouse, HOLDERS).count("n"))
        .isGreaterThan(row(SmallWorld.ingested(), HOLDERS).count("n") + 10);
    Map<String, List<String>> stale = answers(warehouse);
    for (String engine : TestEngine.engines()) {
      assertThat(varve(REPORT + engine, warehouse).done().lines()).isEqualTo(stale.get("reports"));
    }

    Path without = SmallWorld.unpublished(SmallWorld.copy(warehouse, folder.resolve("without")));
    Files.delete(without.resolve("file_bundle/file_bundle.parquet"));
    Files.delete(without.resolve("chunk_bundle/chunk_bundle.parquet"));
    Files.delete(without.resolve("file_path/file_path.parquet"));
    assertThat(answers(without)).isEqualTo(stale);

    varve("derive --warehouse %s", warehouse).done();
    assertThat(answers(warehouse)).isEqualTo(stale);
  }

  /** Rows of reports, and of reports as views of a query. */
  private static Map<String, List<String>> answers(Path warehouse) {
    List<String> all =
        varve("report " + REPORTS + " --format csv --warehouse %s", warehouse).done().lines();
    String asked = "SELECT * FROM exclusive_bytes UNION ALL SELECT * FROM exclusive_bytes";
    List<String> some = varve(REPORT + "duckdb", warehouse).done().lines();
    List<String> queried =
        varve("sql --format csv --warehouse %s %s", warehouse, asked).done().lines();
    return Map.of("all", all, "reports", some, "sql", queried);
  }
}
