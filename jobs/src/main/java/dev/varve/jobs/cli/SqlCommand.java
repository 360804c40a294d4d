package dev.varve.jobs.cli;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.query.Queries;
import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.run.Engine;
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
  private static final int MOST_SHOWN = 1000;

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
    try (Engine engine = CommonOptions.engine("sql", settings)) {
      SparkSession spark = engine.session();
      Queries queries = new Queries(spark, Warehouses.existing(spark, warehouse));
      print(rows(queries));
      return ExitCodes.DONE;
    }
  }

  /** Programs get every row, one by one; a terminal no more than anybody reads. */
  private void print(Dataset<Row> rows) {
    Rendering rendering = Rendering.named(format);
    if (format != Rendering.Format.TABLE) {
      rendering.print(System.out, "", List.of(), rows.schema(), rows.toLocalIterator());
      return;
    }
    List<Row> first = rows.limit(MOST_SHOWN + 1).collectAsList();
    List<Row> shown = first.subList(0, Math.min(MOST_SHOWN, first.size()));
    rendering.print(System.out, "", List.of(), rows.schema(), shown.iterator());
    if (shown.size() < first.size()) {
      System.err.println(
          "varve: these are the first " + MOST_SHOWN + " rows; --format csv or json prints all");
    }
  }

  private Dataset<Row> rows(Queries queries) {
    try {
      return queries.query(query);
    } catch (AnalysisException e) {
      throw new InvalidSettingsException(List.of(String.valueOf(e.getMessage())));
    }
  }
}
