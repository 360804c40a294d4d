package dev.varve.jobs.startup;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import dev.varve.startup.SquashFold;
import java.util.Locale;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * View {@code squashed}: every entry of every image with its state. Images are squashed side by
 * side, one in a task at a time; a task holds what {@link SquashFold} holds. Entries that lie in a
 * linked folder are moved and the images squashed again, until none is moved any more.
 */
record SquashedImages(Run run) {
  /** As many links as Linux follows; entries that still move are hidden. */
  private static final int MOST_ROUNDS = 40;

  private static final String ENTRIES = "layered_entry";
  private static final String LINKS = "startup_link";

  /** Links whose chain goes on; it leads backwards, so each ends. */
  private static final String UNENDED = "content_bytes IS NULL AND to_position IS NOT NULL";

  private static final String NO_CONTENT = "kind = 'HARD_LINK' AND content_bytes IS NULL";

  /**
   * Makes the views {@code startup_image} and {@code squashed}.
   *
   * @return how many images there are
   */
  long show() {
    run.publication()
        .materialize("startup-images", run.select("simulate", "startup_image"))
        .createOrReplaceTempView("startup_image");
    long images = run.spark().table("startup_image").count();
    run.note(String.format(Locale.ROOT, "squashing %,d images", images));
    CleanedRecipe.of(run.select("simulate", "startup_recipe"))
        .createOrReplaceTempView("cleaned_recipe");
    Dataset<Row> squashed = squash(withContents(), 0);
    for (int round = 1; round < MOST_ROUNDS && moves(squashed); round++) {
      Dataset<Row> again =
          squashed
              .where(col("position").notEqual(SquashFold.UNLISTED))
              .withColumn("key", coalesce(col("moved_key"), col("key")));
      squashed = squash(again, round);
    }
    squashed.createOrReplaceTempView("squashed");
    return images;
  }

  /** The entries; hard links to links, and across layers, have their contents too. */
  private Dataset<Row> withContents() {
    Publication publication = run.publication();
    Dataset<Row> entries =
        publication.materialize("entries", run.select("simulate", "startup_entry"));
    if (entries.where(NO_CONTENT).isEmpty()) {
      return entries;
    }
    entries.createOrReplaceTempView(ENTRIES);
    Dataset<Row> links = publication.materialize("links", run.select("simulate", "startup_link"));
    for (int round = 0; !links.where(UNENDED).isEmpty(); round++) {
      links.createOrReplaceTempView(LINKS);
      links =
          publication.materialize("links-" + round, run.select("simulate", "startup_link_to_link"));
    }
    links.createOrReplaceTempView(LINKS);
    return publication.materialize("linked", run.select("simulate", "startup_hard_link"));
  }

  private Dataset<Row> squash(Dataset<Row> entries, int round) {
    StructType columns = entries.schema();
    return run.publication()
        .materialize(
            "squashed-" + round,
            entries
                .repartition(col("image"))
                .sortWithinPartitions("image", "key", "depth", "position")
                .mapPartitions(
                    (MapPartitionsFunction<Row, Row>)
                        rows -> new FoldRows<>(rows, new SquashRows(columns)),
                    Encoders.row(SquashRows.COLUMNS)));
  }

  private static boolean moves(Dataset<Row> squashed) {
    return !squashed.where("state = 'moved'").isEmpty();
  }
}
