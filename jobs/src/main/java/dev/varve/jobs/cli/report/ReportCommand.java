package dev.varve.jobs.cli.report;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verb {@code report}: prints the headline of a warehouse, or the requested reports. */
@Command(
    name = "report",
    description = {
      "Shows on one screen what matters first, or runs the named reports; --list shows their questions.",
      "A table for people, csv and json for programs. With --out, csv and json of several reports",
      "are one file each in the folder PATH. html is one page of the headline and all reports, or of",
      "the named ones, for a browser, with plots and sorted tables. It loads nothing from the network.",
      "lines are the values alone, such as commands for a shell, with --columns.",
      "markdown is a comment of at most 15 lines for a pull request. openmetrics is a file of gauges for",
      "Prometheus. Both are of the headline where no report is named.",
      "",
      "A CONDITION is over the columns of views layer_reference, snapshot_reference and planned_line:",
      "repository, tag, image, layer, category, age_days, first_seen_at; vm, snapshot and others. It knows =, <>, <, <=, >,",
      ">=, like, ilike, in, between, is null, and, or, not, parentheses. A text needs quotes only where",
      "it contains blanks or parentheses."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve report --warehouse /data/w",
      "  varve report dedup-summary --warehouse /data/w --explain",
      "  varve report exclusive-bytes --warehouse /data/w --where 'repository like team/%% and age_days > 90'",
      "  varve report decomposition --warehouse /data/w --by image",
      "  varve report image-efficiency --warehouse /data/w --fail-below 0.9",
      "  varve report repository-growth --warehouse /data/w --since last~1",
      "  varve report dedup-summary --warehouse /data/w --as-of 2024-01-31",
      "  varve report update-cost --warehouse /data/w --from team/app:1.0 --to team/app:2.0",
      "  varve report --all --warehouse /data/w --format csv --out reports/",
      "  varve report --warehouse /data/w --format html --out report.html",
      "  varve report image-efficiency --warehouse /data/w --fail-below 0.9 --format markdown",
      "  varve report --warehouse /data/w --format openmetrics --out /var/lib/node_exporter/varve.prom"
    })
public final class ReportCommand implements Callable<Integer> {
  @Mixin private ReportRequest.Options options = new ReportRequest.Options();

  @Option(names = "--list", description = "Lists the reports and their questions.")
  private boolean list;

  @Option(names = "--engine", paramLabel = "ENGINE", description = CommonOptions.ENGINE)
  private @Nullable String engine;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    if (list) {
      SqlFiles.folder("reports")
          .forEach(
              (name, sql) -> System.out.printf("%-20s %s%n", name, SqlFiles.heading(sql).get(0)));
      return ExitCodes.DONE;
    }
    options.addConditions(common.takeConditions());
    SettingReader settings = common.settingsToRead(engine);
    ReportRequest request = options.request(settings);
    try (Queries queries = CommonOptions.openQueries("report", settings, request.warehouse())) {
      return new ReportAnswer(request, queries).write() ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }
}
