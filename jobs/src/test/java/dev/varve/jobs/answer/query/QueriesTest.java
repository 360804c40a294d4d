package dev.varve.jobs.answer.query;

import static dev.varve.jobs.answer.query.BothEngines.duck;
import static dev.varve.jobs.answer.query.BothEngines.spark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Lists.newArrayList;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.SparkRows;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Free queries; which tables are older than what they come from, and what is then not checked. */
class QueriesTest {
  private final SparkSession spark = TestEngine.session();
  @TempDir private Path folder;

  private static final Question FILES = new Question("files", "SELECT copies FROM file_sharing");
  private static final Question CHUNKS = new Question("chunks", "SELECT copies FROM chunk_sharing");

  private static final String FILES_AS_VIEW = "SELECT count(*) FROM sharing_histogram";
  private static final String CHUNKS_AS_VIEW = "SELECT count(*) FROM chunk_sharing_histogram";

  @Test
  void everyReportIsAViewWhateverIsStale() throws Exception {
    publishStale();
    try (Statements statements = BothEngines.statements(folder)) {
      for (Map.Entry<String, String> report : SqlFiles.folder("reports").entrySet()) {
        String view = ReportViews.name(report.getKey());
        assertThat(statements.answer("SELECT * FROM " + view, 1).columns()).as(view).isNotEmpty();
      }
    }
  }

  /** A report is the same whoever asks, and whoever asks otherwise is told. */
  @Test
  void statementsSeeReportsWithoutWhatIsStale() throws Exception {
    publishStale();
    try (Statements statements = BothEngines.statements(folder)) {
      assertThat(statements.answer(FILES.sql(), 1).rows()).containsExactly(List.of(3L));
      assertThat(statements.answer(FILES_AS_VIEW, 9).rows()).containsExactly(List.of(0L));
      assertThat(statements.answer(CHUNKS_AS_VIEW, 9).rows()).containsExactly(List.of(4L));
      assertThat(statements.staleBelow(FILES_AS_VIEW)).containsOnlyKeys("file_sharing");
    }
  }

  /** Statements see columns of money only where prices are set, like verb report. */
  @Test
  void statementsSeeWhatItCosts() throws Exception {
    publishStale();
    String sql = "SELECT exclusive_month_cost, currency FROM exclusive_bytes";
    try (Statements priced =
        BothEngines.statements(folder, "prices.storage-gb-month=0.023", "prices.currency=EUR")) {
      assertThat(priced.answer(sql, 9).rows()).isEmpty();
    }
    try (Statements plain = BothEngines.statements(folder)) {
      assertThatThrownBy(() -> plain.answer(sql, 9)).hasMessageContaining("month_cost");
    }
  }

  @Test
  void whatIsStaleIsNotCheckedAndTheRestIs() throws Exception {
    publishStale();
    for (Queries queries : opened(folder)) {
      // Layers came after derive; snapshots did not.
      assertThat(queries.stale())
          .containsOnlyKeys(
              "build_line",
              "file_bundle",
              "file_origin",
              "file_path",
              "file_sharing",
              "image_update",
              "image_update_directory",
              "image_update_layer",
              "layer_duplicate",
              "layer_removable",
              "layer_twin");
      // So chunk_sharing is still held against the simulation, whose raw bytes are wrong.
      assertThat(queries.faults())
          .extracting(Answer::name)
          .contains("perfect-is-the-sum-of-chunk-sharing")
          .doesNotContain("file-sharing-totals-are-those-of-the-layers");
      // A page asks for faults first, then for reports: old figures are not set against new ones.
      assertThat(BothEngines.answers(queries, List.of(FILES, CHUNKS)))
          .extracting(answer -> newArrayList(answer.rows()).toString())
          .containsExactly("[]", "[[1]]");
      assertThat(queries.staleIn(FILES.sql())).isEqualTo(Map.of("file_sharing", "derive"));
      // Bundles that are too old are not missed: it takes longer without.
      assertThat(queries.staleIn("SELECT * FROM stored_file")).isEmpty();
      assertThat(queries.staleIn("SELECT * FROM held_file")).isEmpty();
      queries.close();
    }
  }

  /**
   * A tag went, and no layer came: which files are shared by whom is old, which are twins is not.
   */
  @Test
  void whatIsComparedWithAStaleTableIsNotChecked() throws Exception {
    WarehouseFiles warehouse = SparkRows.warehouse(spark, folder.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 5, 60, owner -> {})) {
      Publication publication = writer.publication("case");
      SparkRows.add(
          publication,
          "run",
          spark.createDataFrame(
              List.of(
                  run("r1", "ingest registry", Map.of("layer", 1L)),
                  run("r2", "derive", Map.of()),
                  run("r3", "ingest registry", Map.of("layer", 0L, "image_tag", 1L))),
              SparkRows.schema("run")),
          "run_id");
      SparkRows.add(
          publication,
          "layer_twin",
          rows("layer_twin", "sha256:1", null, null, null, 1L, null, null, null),
          "layer_digest");
      SparkRows.add(
          publication,
          "layer_duplicate",
          rows("layer_duplicate", "sha256:1", "same layer", 2L, 10L, 9L),
          "layer_digest");
      SparkRows.add(
          publication,
          "file_sharing",
          rows("file_sharing", new byte[] {2}, 5L, 3L, 1L, 1L, 1L),
          "bytes");
      publication.commit();
    }
    for (Queries queries : opened(folder)) {
      assertThat(queries.stale())
          .containsOnlyKeys(
              "file_origin",
              "file_sharing",
              "image_update",
              "image_update_directory",
              "image_update_layer");
      assertThat(queries.faults())
          .extracting(Answer::name)
          .doesNotContain("duplicates-have-one-cause", "duplicates-have-one-origin");
      queries.close();
    }
  }

  /** By the engines that the run compares; BothEnginesTest has both of another warehouse. */
  private static List<Queries> opened(Path folder) throws Exception {
    List<Queries> all = new ArrayList<>();
    for (String engine : TestEngine.engines()) {
      all.add(engine.equals("spark") ? spark(folder) : duck(folder));
    }
    return all;
  }

  private void publishStale() throws Exception {
    WarehouseFiles warehouse = SparkRows.warehouse(spark, folder.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 5, 60, owner -> {})) {
      Publication publication = writer.publication("case");
      SparkRows.add(publication, "run", runs(), "run_id");
      SparkRows.add(
          publication,
          "chunk_sharing",
          rows("chunk_sharing", new byte[] {1}, false, 10L, 1L, 1L, 1L, 1L, 10L),
          "fingerprint");
      SparkRows.add(
          publication,
          "file_sharing",
          rows("file_sharing", new byte[] {2}, 5L, 3L, 3L, 1L, 1L),
          "bytes");
      SparkRows.add(
          publication,
          "backup_result",
          rows("backup_result", "perfect", null, null, 1, 11L, 10L, 0L, 0.0, 1.0, 0L),
          "scheme");
      publication.commit();
    }
  }

  private org.apache.spark.sql.Dataset<Row> runs() {
    return spark.createDataFrame(
        List.of(
            run("r1", "ingest snapshots", Map.of("snapshots_read", 1L)),
            run("r2", "derive", Map.of()),
            run("r3", "simulate backup", Map.of()),
            run("r4", "ingest registry", Map.of("blobs_read", 1L))),
        SparkRows.schema("run"));
  }

  private static Row run(String id, String verb, Map<String, Long> counts) {
    Instant time = Instant.EPOCH;
    return RowFactory.create(id, verb, time, time, Map.of(), "1", 0L, counts);
  }

  private org.apache.spark.sql.Dataset<Row> rows(String table, @Nullable Object... values) {
    return spark.createDataFrame(List.of(RowFactory.create(values)), SparkRows.schema(table));
  }
}
