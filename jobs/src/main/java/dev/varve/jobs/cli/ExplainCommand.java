package dev.varve.jobs.cli;

import dev.varve.jobs.answer.explain.Explanation;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.screen.Screen;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.file.OutputFile;
import dev.varve.jobs.warehouse.file.OutputPlace;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verb {@code explain}: explains one thing of a warehouse on one screen. */
@Command(
    name = "explain",
    description = {
      "Explains one thing of a warehouse on one screen: what it is, what keeps it, what would free it.",
      "An image by its tag, a digest (layer, image, index, config, rejected blob), a fingerprint",
      "(content of files, chunk of disks), a snapshot with its VM, or a path. Of digests and fingerprints the first 8 digits are enough where no other",
      "begins so. A path that ends in / is a directory. Tags are counted as retention counts them: a",
      "blob stays as long as a tag of any repository leads to it, through indexes and referrers too."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve explain team/app:1.2 --warehouse /data/w",
      "  varve explain sha256:12ab34cd --warehouse /data/w",
      "  varve explain usr/lib/x86_64-linux-gnu/libc.so.6 --warehouse /data/w"
    })
final class ExplainCommand implements Callable<Integer> {
  /** Form in which an explanation is printed. */
  enum ExplainFormat {
    TEXT,
    JSON
  }

  @Parameters(
      paramLabel = "THING",
      description =
          "REPOSITORY:TAG, REPOSITORY@DIGEST, a digest, a fingerprint, VM/SNAPSHOT or a path.")
  private String thing = "";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of: ${COMPLETION-CANDIDATES}; text unless given. JSON has all tags.")
  private ExplainFormat format = ExplainFormat.TEXT;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "A file to write, on this machine or any file system; standard output unless given.")
  private @Nullable String out;

  @Option(names = "--engine", paramLabel = "ENGINE", description = CommonOptions.ENGINE)
  private @Nullable String engine;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    if (thing.isBlank()) {
      throw new InvalidSettingsException(
          List.of(
              "the name is empty: name REPOSITORY:TAG, a digest, a fingerprint, VM/SNAPSHOT or a path; / is all of the layers"));
    }
    SettingReader settings = common.settingsToRead(engine);
    @Nullable OutputPlace target = out == null ? null : OutputPlace.of(out, "--out", settings);
    if (target != null && target.isFolder()) {
      settings.fault("--out: " + target + " is a folder; name a file in it");
    }
    try (Queries queries = CommonOptions.openQueries("explain", settings, warehouse)) {
      Explanation explained = Explanation.of(queries, thing);
      String text =
          format == ExplainFormat.JSON
              ? explained.json()
              : String.join("\n", explained.lines(Screen.here().width()));
      if (target == null) {
        OutputFile.print(text + "\n");
      } else {
        target.write(text + "\n");
      }
      return ExitCodes.DONE;
    }
  }
}
