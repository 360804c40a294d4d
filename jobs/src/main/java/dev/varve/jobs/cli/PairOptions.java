package dev.varve.jobs.cli;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.update.ChosenUpdate;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options on the two images that a report compares. */
public final class PairOptions {
  /** The header of reports that compare images. */
  private static final String PAIRS = "pairs";

  @Option(
      names = "--from",
      paramLabel = "IMAGE",
      description = {
        "Of reports on updates: the earlier of two images to compare, in place of those that follow"
            + " each other. IMAGE is REPOSITORY:TAG, REPOSITORY@DIGEST, or a digest, of which the"
            + " beginning is enough. Of an index every platform that both have is compared. The"
            + " columns are computed when the report is, by the local engine."
      })
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "IMAGE",
      description = "The later image, named likewise; it may be of another repository.")
  private @Nullable String to;

  /** Adds to the settings' faults what is wrong with them for these reports. */
  public void check(List<String> names, SettingReader faults) {
    if (from == null && to == null) {
      return;
    }
    if (from == null || to == null) {
      faults.fault("--from, --to: name both images");
    }
    List<String> taking =
        SqlFiles.folder("reports").entrySet().stream()
            .filter(report -> SqlFiles.header(report.getValue()).containsKey(PAIRS))
            .map(Map.Entry::getKey)
            .toList();
    if (names.isEmpty()) {
      faults.fault("--from, --to: name a report, such as update-cost");
    }
    for (String name : names) {
      if (!taking.contains(name)) {
        faults.fault("%s takes no --from; these do: %s".formatted(name, String.join(", ", taking)));
      }
    }
  }

  /** Lets questions be about the two images, if any are named. */
  public void over(Queries queries) throws IOException {
    if (from != null && to != null) {
      ChosenUpdate update = new ChosenUpdate(from, to);
      queries.compute(ChosenUpdate.TABLES, ChosenUpdate.READ, update::show);
    }
  }
}
