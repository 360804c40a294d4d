package dev.varve.jobs.cli;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.query.Queries;
import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}. */
@Command(
    name = "report",
    description = {
      "Answers one question, some, or all of them; --list names them.",
      "A table for people, csv and json for programs. With --out, csv and json of several reports",
      "are one file each in the folder PATH."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve report dedup-summary --warehouse /data/w",
      "  varve report --warehouse /data/w --format csv --out reports/"
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Reports; all unless named.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--warehouse", paramLabel = "W", description = "The warehouse.")
  private @Nullable String warehouse;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of: ${COMPLETION-CANDIDATES}; table unless given.")
  private Rendering.Format format = Rendering.Format.TABLE;

  @Option(names = "--out", paramLabel = "PATH", description = "Where to write, not the terminal.")
  private @Nullable File target;

  @Option(names = "--list", description = "Names the reports and their questions.")
  private boolean list;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    if (list) {
      SqlFiles.folder("reports")
          .forEach(
              (name, sql) -> System.out.printf("%-20s %s%n", name, SqlFiles.heading(sql).get(0)));
      return ExitCodes.DONE;
    }
    Faults.ofAll(() -> common.settings(EngineTuning.SHORT), this::chosen);
    Settings settings = common.settings(EngineTuning.SHORT);
    List<String> chosen = chosen();
    String location = String.valueOf(warehouse);
    try (Engine engine = CommonOptions.engine("report", settings)) {
      SparkSession spark = engine.session();
      Warehouse existing = Warehouses.existing(spark, location);
      Queries queries = new Queries(spark, existing);
      Warehouses.warnOfStale(queries, location);
      print(queries, chosen);
      return ExitCodes.DONE;
    }
  }

  private List<String> chosen() {
    Set<String> known = SqlFiles.folder("reports").keySet();
    List<String> faults = new ArrayList<>();
    if (warehouse == null) {
      faults.add("name the warehouse with --warehouse W");
    }
    for (String name : names) {
      if (!known.contains(name)) {
        faults.add("there is no report " + name + "; there are: " + String.join(", ", known));
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return names.isEmpty() ? List.copyOf(known) : names;
  }

  private void print(Queries queries, List<String> chosen) throws IOException {
    boolean several = chosen.size() > 1 && format != Rendering.Format.TABLE;
    boolean array = several && format == Rendering.Format.JSON && target == null;
    queries.answer(
        chosen,
        answer -> {
          boolean first = answer.name().equals(chosen.get(0));
          if (array) {
            System.out.print(first ? "[" : ",");
          }
          print(answer, several, first);
        });
    if (array) {
      System.out.println("]");
    }
  }

  private void print(Queries.Answer answer, boolean several, boolean first) throws IOException {
    if (target == null) {
      if (several && format == Rendering.Format.CSV) {
        System.out.println("# " + answer.name());
      }
      Reports.print(System.out, answer, format);
      System.out.flush();
      return;
    }
    String ending = format == Rendering.Format.CSV ? ".csv" : ".json";
    File file = several ? new File(target, answer.name() + ending) : target;
    File folder = file.getAbsoluteFile().getParentFile();
    if (!folder.isDirectory() && !folder.mkdirs()) {
      throw new IOException("cannot make the folder " + folder);
    }
    boolean append = !several && !first;
    try (PrintStream out =
        new PrintStream(new FileOutputStream(file, append), false, StandardCharsets.UTF_8)) {
      Reports.print(out, answer, format);
      if (out.checkError()) {
        throw new IOException(file + " could not be written to its end");
      }
    }
  }
}
