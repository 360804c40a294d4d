package dev.varve.jobs.derive.update;

import dev.varve.build.BuildLine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import java.io.IOException;
import java.util.List;

/**
 * Table {@code image_update} and its parts by layer and by directory: what each image costs those
 * who have the one before. Contents are compared by bundles, so that a pair of images costs as much
 * as it has bundles, not files; trees of unpacked images file by file, as far as settings allow.
 */
public final class ImageUpdates {
  private static final String FOLDER = "update";

  /** The steps in their order, each a view that the next ones read. */
  private static final List<String> STEPS =
      List.of("pair", "listed", "earlier", "brought", "stored", "known", "content");

  private ImageUpdates() {}

  private record CreatedBy(String createdBy) {}

  private record LineRow(String createdBy, String line) {}

  /** Stages table {@code build_line}. */
  public static void addLines(Run run) throws IOException {
    run.engine()
        .fold(
            Ordered.unordered(
                Query.of(
                    "SELECT DISTINCT created_by FROM image_layer WHERE created_by IS NOT NULL"),
                CreatedBy.class),
            Fold.each(
                (step, output) ->
                    output.accept(
                        new LineRow(step.createdBy(), BuildLine.normalised(step.createdBy())))),
            new Output("build_lines", LineRow.class));
    run.write("build_line", Query.of("SELECT * FROM build_lines"), "created_by");
  }

  /**
   * Stages the three tables.
   *
   * @param run with views {@code file_holders} and {@code file_bundles}
   */
  public static void add(Run run, UpdateSettings settings) throws IOException {
    run.note("deriving image_update");
    for (String step : STEPS) {
      run.engine().keep("update_" + step, Query.of(FOLDER, step));
    }
    run.engine().keep("update_part", Query.of(FOLDER, "image_update_layer"));
    run.write(
        "image_update_layer",
        Query.of("SELECT * FROM update_part"),
        "repository",
        "platform",
        "to_image",
        "from_image",
        "depth");
    run.write(
        "image_update_directory",
        FOLDER,
        "repository",
        "platform",
        "to_image",
        "from_image",
        "directory");
    TreeChanges.show(run, settings);
    run.write("image_update", FOLDER, "position");
  }
}
