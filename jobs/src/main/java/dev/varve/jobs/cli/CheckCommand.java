package dev.varve.jobs.cli;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.console.Summaries;
import dev.varve.jobs.query.Queries;
import dev.varve.jobs.query.SparkQueries;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.report.Format;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.table.SqlFiles;
import java.util.List;
import java.util.concurrent.Callable;
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
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settings("reading", List.of());
    try (Engine engine = CommonOptions.engine("check", settings)) {
      Queries queries = SparkQueries.open(engine.session(), warehouse);
      List<Answer> faults = queries.faults();
      try (Document document = Format.TABLE.onStandardOutput()) {
        document.all(faults);
      }
      int checks = SqlFiles.folder("checks").size();
      System.out.printf("%d of %d checks hold%n", checks - faults.size(), checks);
      // Also for those who want it quiet: figures are not what they seem without.
      System.err.print(Summaries.stale(queries.stale(), warehouse));
      return faults.isEmpty() ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }
}
