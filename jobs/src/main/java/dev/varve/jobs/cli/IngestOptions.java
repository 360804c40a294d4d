package dev.varve.jobs.cli;

import dev.varve.content.chunking.Chunkers;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the verbs of ingest, and what these verbs have in common. */
final class IngestOptions {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "Where to write.")
  private String warehouse = "";

  @Option(
      names = "--report",
      description = "Derives, too, and ends with what report says: what matters first.")
  private boolean report;

  @Mixin private CommonOptions common = new CommonOptions();

  /** The settings, with those that options of the verb set. */
  SettingReader settings(List<String> options) {
    return common.settings(null, options);
  }

  /** The work of a verb. */
  interface Ingest {
    RunSummary run(Runs runs, String warehouse) throws IOException;
  }

  /** The summary at its end. */
  interface Summary {
    String of(RunSummary run, String warehouse);
  }

  /** Ingests, and derives and reports where that is requested; the exit code. */
  int run(String verb, SettingReader settings, Ingest ingest, Summary said) throws IOException {
    Derive derive = Derive.read(settings);
    try (Runs runs = common.open(verb, settings)) {
      RunSummary summary = ingest.run(runs, warehouse);
      if (!common.isQuiet()) {
        System.err.print(said.of(summary, warehouse));
      }
      if (report) {
        derive.run(runs, warehouse);
        CommonOptions.headline(verb, settings, warehouse);
      }
      return common.ended(summary);
    }
  }

  /** The chunkers that may be named, for the help. */
  static final class Forms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Chunkers.FORMS.iterator();
    }
  }
}
