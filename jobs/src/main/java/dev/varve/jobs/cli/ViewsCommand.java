package dev.varve.jobs.cli;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.views.DuckScript;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.file.OutputFile;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Verb {@code views}: prints a script that creates views of a warehouse; the second word names the
 * program for which it is.
 */
@Command(
    name = "views",
    description = "Prints a script that makes every table, view and report in another program.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve views duckdb --warehouse /data/w --out views.sql"})
final class ViewsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private ViewsCommand() {}

  /**
   * The command line of the verb.
   *
   * @param common options that every verb takes
   * @param settings gives the settings that these options name
   */
  static CommandLine line(Object common, Supplier<SettingReader> settings) {
    CommandLine duckdb = new CommandLine(new DuckDb(settings));
    duckdb.addMixin("common", common);
    return new CommandLine(new ViewsCommand()).addSubcommand("duckdb", duckdb);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say for which program: duckdb");
  }

  /** Verb {@code views duckdb}: prints the script for DuckDB. */
  @Command(
      name = "duckdb",
      description = {
        "Prints SQL that makes every table, view and report of a warehouse a view in DuckDB.",
        "With their comments, over the Parquet files as they are at each query: what later runs",
        "publish is seen. Reports are named with _ for -, and have their defaults."
      },
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  varve views duckdb --warehouse /data/w --out views.sql && duckdb -init views.sql",
        "  varve views duckdb --warehouse /data/w | duckdb bi.duckdb"
      })
  static final class DuckDb implements Callable<Integer> {
    private final Supplier<SettingReader> settings;

    @Option(
        names = "--warehouse",
        required = true,
        paramLabel = "W",
        description = "The warehouse, a local folder.")
    private String warehouse = "";

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description =
            "Where to write, on this machine or any file system; the terminal unless given.")
    private @Nullable String out;

    DuckDb(Supplier<SettingReader> settings) {
      this.settings = settings;
    }

    @Override
    public Integer call() throws IOException {
      SettingReader reader = settings.get();
      if (!Locations.isLocal(warehouse)) {
        reader.fault("--warehouse: " + warehouse + " is not a local folder");
      }
      @Nullable OutputPlace target = out == null ? null : OutputPlace.of(out, "--out", reader);
      if (target != null && target.isFolder()) {
        reader.fault("--out: " + target + " is a folder; name a file in it");
      }
      Prices prices = Prices.read(reader);
      var unused = reader.finish();
      WarehouseFiles files =
          NoInputException.unlessThere(WarehouseFiles.local(warehouse), warehouse);
      if (files.isUnfinished()) {
        System.err.println(
            "varve: a publication of a run that ended early, or is under way, is not carried out"
                + " yet: until then these views see a part of it");
      }
      files
          .warning()
          .ifPresent(
              line ->
                  System.err.println(
                      "varve: " + PrintedText.visible(line) + "; these views read it"));
      Set<String> withFiles = new HashSet<>();
      for (String table : Tables.names()) {
        if (!files.files(table).isEmpty()) {
          withFiles.add(table);
        }
      }
      String script =
          DuckScript.of(Locations.local(files.location()).toString(), withFiles, prices);
      if (target == null) {
        OutputFile.print(script);
      } else {
        target.write(script);
      }
      return 0;
    }
  }
}
