package dev.varve.jobs.cli;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.job.Queries;
import dev.varve.jobs.report.Rendering;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sql}. */
@Command(
    name = "sql",
    description = "Runs a query over the tables (Spark SQL) and prints its rows.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  varve sql --warehouse /data/w \"SELECT kind, count(*) FROM layer_recipe GROUP BY kind\""
    })
final class SqlCommand implements Callable<Integer> {
  @Parameters(paramLabel = "QUERY", description = "One statement.")
  private String query = "";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of: ${COMPLETION-CANDIDATES}; table unless given.")
  private Rendering.Format format = Rendering.Format.TABLE;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settings(EngineTuning.SHORT);
    try (SparkSession spark = CommonOptions.engine("sql", settings)) {
      Queries queries = new Queries(spark, Warehouses.existing(spark, warehouse));
      Dataset<Row> rows = rows(queries);
      Rendering.named(format).print(System.out, "", List.of(), rows.schema(), rows.collectAsList());
      return ExitCodes.DONE;
    }
  }

  private Dataset<Row> rows(Queries queries) {
    try {
      return queries.query(query);
    } catch (Exception e) {
      // The engine throws a checked AnalysisException from a method that declares none.
      if (e instanceof AnalysisException) {
        throw new InvalidSettingsException(List.of(String.valueOf(e.getMessage())));
      }
      throw e;
    }
  }
}
