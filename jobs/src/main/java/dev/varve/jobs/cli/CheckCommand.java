package dev.varve.jobs.cli;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.query.Queries;
import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.table.SqlFiles;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code check}. */
@Command(
    name = "check",
    description =
        "Runs every check and lists the rows that break one; exits with 3 if there are any.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve check --warehouse /data/w"})
final class CheckCommand implements Callable<Integer> {
  private static final int SHOWN = 20;

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settings(EngineTuning.SHORT);
    try (Engine engine = CommonOptions.engine("check", settings)) {
      SparkSession spark = engine.session();
      Queries queries = new Queries(spark, Warehouses.existing(spark, warehouse));
      Map<String, Dataset<Row>> faults = queries.faults();
      faults.forEach(
          (name, rows) ->
              Rendering.named(Rendering.Format.TABLE)
                  .print(
                      System.out,
                      name,
                      SqlFiles.heading(SqlFiles.text("checks", name)),
                      rows.schema(),
                      rows.limit(SHOWN).collectAsList().iterator()));
      int checks = SqlFiles.folder("checks").size();
      System.out.printf("%d of %d checks hold%n", checks - faults.size(), checks);
      Warehouses.warnOfStale(queries, warehouse);
      return faults.isEmpty() ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }
}
