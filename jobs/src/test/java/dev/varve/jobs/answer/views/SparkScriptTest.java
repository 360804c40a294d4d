package dev.varve.jobs.answer.views;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The script for Spark, run by a session that knows the tables alone. */
class SparkScriptTest {
  private static final List<String> ANSWERED = List.of("dedup-summary", "coverage");

  @Test
  void tablesAreNamedAsTheCatalogNamesThem() {
    String script =
        varve("views spark --set catalog.name=lake --set catalog.namespace=a.b-c").done().out();
    assertThat(script)
        .contains(
            "CREATE OR REPLACE VIEW `every_layer` COMMENT 'All rows of table layer' AS\n"
                + "SELECT * FROM `lake`.`a`.`b-c`.`layer`;");
    assertThat(script.indexOf("VIEW `every_image` ")).isLessThan(script.indexOf("VIEW `image` "));
    for (String report : SqlFiles.folder("reports").keySet()) {
      assertThat(script).contains("VIEW `" + ReportViews.name(report) + "` ");
    }
  }

  /**
   * Each statement is planned when it is run; the rows are those of DuckDB. Of the reports, whose
   * SQL other tests give to Spark, some are made.
   */
  @Test
  @Tag("thorough")
  void tablesAndViewsAreMadeAndReportsAnswer() throws Exception {
    SparkSession spark = TestEngine.session();
    Path warehouse = SmallWorld.packed();
    spark.sql("CREATE DATABASE lake");
    for (String table : Tables.names()) {
      Path folder = warehouse.resolve(table);
      spark.sql(
          hasFiles(folder)
              ? "CREATE TABLE lake.%s (%s) USING parquet LOCATION '%s'"
                  .formatted(table, Tables.declaration(table).ddl(), folder)
              : "CREATE TABLE lake.%s (%s) USING parquet"
                  .formatted(table, Tables.declaration(table).ddl()));
    }
    spark.sql("CREATE DATABASE answers");
    spark.sql("USE answers");
    String script =
        varve("views spark --set catalog.name=spark_catalog --set catalog.namespace=lake")
            .done()
            .out();
    List<String> left =
        SqlFiles.folder("reports").keySet().stream()
            .filter(report -> !ANSWERED.contains(report))
            .map(report -> "VIEW `" + ReportViews.name(report) + "` ")
            .toList();
    for (String statement : script.split(";\n")) {
      if (!statement.isBlank() && left.stream().noneMatch(statement::contains)) {
        spark.sql(statement);
      }
    }
    for (String report : ANSWERED) {
      assertThat(spark.sql("SELECT * FROM " + ReportViews.name(report)).toJSON().collectAsList())
          .as(report)
          .hasSize(
              varve("report %s --format json --warehouse %s", report, warehouse)
                  .done()
                  .rows()
                  .size());
    }
  }

  private static boolean hasFiles(Path folder) throws Exception {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }
}
