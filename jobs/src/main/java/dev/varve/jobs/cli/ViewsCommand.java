package dev.varve.jobs.cli;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.views.DuckScript;
import dev.varve.jobs.answer.views.SparkScript;
import dev.varve.jobs.catalog.CatalogSettings;
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
import picocli.CommandLine.Mixin;
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
    CommandLine spark = new CommandLine(new Spark(settings));
    spark.addMixin("common", common);
    return new CommandLine(new ViewsCommand())
        .addSubcommand("duckdb", duckdb)
        .addSubcommand("spark", spark);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say for which program: duckdb or spark");
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

    @Mixin private Target target = new Target();

    DuckDb(Supplier<SettingReader> settings) {
      this.settings = settings;
    }

    @Override
    public Integer call() throws IOException {
      SettingReader reader = settings.get();
      if (!Locations.isLocal(warehouse)) {
        reader.fault(
            ("--warehouse: %s is not a local folder; DuckDB reads it by a catalog (varve publish"
                    + " iceberg), by varve serve, or from a copy on this machine")
                .formatted(warehouse));
      }
      @Nullable OutputPlace place = target.place(reader);
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
      Target.write(script, place);
      return 0;
    }
  }

  /** Verb {@code views spark}: prints the script for Spark. */
  @Command(
      name = "spark",
      description = {
        "Prints SQL that makes every table, view and report a view in Spark, over an Iceberg catalog.",
        "The tables are those of verb publish iceberg: settings catalog.name and catalog.namespace say",
        "by which names Spark finds them. Reports are named with _ for -, and have their defaults."
      },
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example:",
        "  varve views spark --set catalog.namespace=prod --out views.sql && spark-sql -f views.sql"
      })
  static final class Spark implements Callable<Integer> {
    private final Supplier<SettingReader> settings;

    @Mixin private Target target = new Target();

    Spark(Supplier<SettingReader> settings) {
      this.settings = settings;
    }

    @Override
    public Integer call() throws IOException {
      SettingReader reader = settings.get();
      @Nullable OutputPlace place = target.place(reader);
      Prices prices = Prices.read(reader);
      CatalogSettings catalog = CatalogSettings.read(reader);
      var unused = reader.finish();
      Target.write(SparkScript.of(catalog.levels(), prices), place);
      return 0;
    }
  }

  /** Destination of a script. */
  static final class Target {
    @Option(
        names = "--out",
        paramLabel = "FILE",
        description =
            "Where to write, on this machine or any file system; the terminal unless given.")
    private @Nullable String out;

    /** The file, or null for the terminal; wrong ones are faults. */
    @Nullable OutputPlace place(SettingReader reader) throws IOException {
      @Nullable OutputPlace place = out == null ? null : OutputPlace.of(out, "--out", reader);
      if (place != null && place.isFolder()) {
        reader.fault("--out: " + place + " is a folder; name a file in it");
      }
      return place;
    }

    static void write(String script, @Nullable OutputPlace place) throws IOException {
      if (place == null) {
        OutputFile.print(script);
      } else {
        place.write(script);
      }
    }
  }
}
