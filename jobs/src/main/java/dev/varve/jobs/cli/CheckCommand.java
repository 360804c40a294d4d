package dev.varve.jobs.cli;

import dev.varve.jobs.answer.damage.FileFaults;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.restore.DeepCheck;
import dev.varve.jobs.answer.restore.LayerRestore;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.screen.TableOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Verb {@code check}: runs the checks over a warehouse, and on request verifies its files and
 * restores layers.
 */
@Command(
    name = "check",
    description =
        "Runs every check and lists the rows that break one; exits with 3 if there are any, or a"
            + " damaged file.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve check --warehouse /data/w"})
final class CheckCommand implements Callable<Integer> {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--files",
      description =
          "Reads every file first, each page against its checksum, and compares it with what was"
              + " published.")
  private boolean files;

  @Option(
      names = "--repair",
      description =
          "Reads every file as --files does, and moves damaged ones into W/.varve/damaged. What was"
              + " published with them, and derived from that, goes too; their verbs make these rows"
              + " again.")
  private boolean repair;

  @Option(
      names = "--deep",
      description =
          "Makes the archives of some layers again, as restore does, from the blobs of their inputs,"
              + " and lists those that do not come back.")
  private boolean deep;

  @Option(
      names = "--sample",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many layers --deep tries; ${DEFAULT-VALUE} unless given.")
  private int sample;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "Seed of the sample; ${DEFAULT-VALUE} unless given.")
  private String seed = "";

  @Option(
      names = "--input",
      paramLabel = "INPUT",
      description = "Place of their blobs, as for restore.")
  private List<String> inputs = new ArrayList<>();

  @Mixin private TableOptions tables = new TableOptions();

  @Option(names = "--engine", paramLabel = "ENGINE", description = CommonOptions.ENGINE)
  private @Nullable String engine;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settingsToRead(engine);
    if (deep) {
      RegistrySettings.read(settings);
    }
    if ((files || repair) && isDamaged(settings)) {
      return ExitCodes.REJECTED;
    }
    try (Queries queries = CommonOptions.openQueries("check", settings, warehouse)) {
      List<Answer> faults = queries.faults();
      try (Document document =
          Format.TABLE.onStandardOutput(tables.onScreen(Set.of(TableStyle.Trait.EXPLAINED)))) {
        document.all(faults);
      }
      int executed = Queries.checks(queries.stale()).size();
      int skipped = SqlFiles.folder("checks").size() - executed;
      System.out.printf(
          "%d of %d checks pass%s%n",
          executed - faults.size(),
          executed,
          skipped == 0 ? "" : "; " + skipped + " not run, over tables that are out of date");
      // Printed with --quiet too, as results without the stale tables are easily misread.
      System.err.print(Summaries.stale(queries.stale()));
      boolean restorable = !deep || isRestorable(settings);
      return faults.isEmpty() && restorable ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }

  /**
   * Tries to restore a sample of layers, and prints those that fail.
   *
   * @return whether all were restored
   */
  private boolean isRestorable(SettingReader settings) throws IOException {
    DeepCheck check;
    RegistrySettings registry = RegistrySettings.read(settings);
    try (LayerRestore restore =
        LayerRestore.open(
            "check", settings, registry.reading(), registry.access(), warehouse, inputs)) {
      check = DeepCheck.of(restore, sample, seed);
    }
    check.faults().forEach(fault -> System.out.println(PrintedText.visibleLines(fault)));
    System.out.printf(
        "%d of %d layers come back%n", check.layers() - check.faults().size(), check.layers());
    return check.faults().isEmpty();
  }

  /** Verifies the files, and prints the damaged ones. Checks are not run on damaged files. */
  private boolean isDamaged(SettingReader settings) throws IOException {
    try (Runs runs = common.openRuns("check", settings)) {
      return isDamaged(runs);
    }
  }

  private boolean isDamaged(Runs runs) throws IOException {
    FileFaults damage = FileFaults.of(runs, warehouse);
    int damagedFiles = damage.faults().size();
    damage
        .faults()
        .forEach(fault -> System.out.println(PrintedText.visibleLines(fault.toString())));
    System.out.printf(
        "%d of %d files are as published%n", damage.checked() - damagedFiles, damage.checked());
    if (damagedFiles > 0 && repair) {
      List<String> moved = damage.repair(runs, warehouse);
      System.out.printf("put away into %s/.varve/damaged:%n", warehouse);
      moved.forEach(file -> System.out.println("  " + file));
    }
    if (damagedFiles > 0 && !damage.verbs().isEmpty()) {
      System.out.printf(
          "to have their rows again, run %s%s, of the same inputs%n",
          repair ? "" : "varve check --repair, then ", String.join(", ", damage.verbs()));
    }
    return damagedFiles > 0;
  }
}
