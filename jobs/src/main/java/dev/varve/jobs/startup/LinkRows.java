package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.startup.ImageLinks;
import dev.varve.startup.ImagePaths;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Follows the links of accessed paths: takes rows of {@code schemas/simulate/startup_resolving.sql}
 * sorted by image, links first. Holds the links of one image.
 */
final class LinkRows implements FoldRows.Fold<Row> {
  private static final RowBinder<Resolved> RESOLVED = RowBinder.of("resolved", Resolved.class);

  /** Columns of what it gives. */
  static final StructType COLUMNS = RESOLVED.schema();

  private final RowReader<Step> reader;
  private final int mostLinks;
  private int image = -1;
  private ImageLinks links = new ImageLinks();
  private boolean tooMany;

  private record Step(
      int image,
      int place,
      @Nullable String key,
      @Nullable String linkTarget,
      @Nullable String list,
      @Nullable Long line,
      @Nullable String named,
      @Nullable String run,
      @Nullable String path,
      @Nullable Long offset,
      @Nullable Long bytes) {}

  private record Resolved(
      String list,
      long line,
      String named,
      int image,
      String run,
      String path,
      long offset,
      long bytes,
      @Nullable String key,
      @Nullable String fault) {}

  LinkRows(StructType columns, int mostLinks) {
    reader = RowReader.of(columns, Step.class);
    this.mostLinks = mostLinks;
  }

  @Override
  public void add(Row row, Consumer<Row> output) {
    Step step = reader.record(row);
    if (step.image() != image) {
      image = step.image();
      links = new ImageLinks();
      tooMany = false;
    }
    String key = step.key();
    if (key != null) {
      tooMany |= links.size() >= mostLinks;
      if (!tooMany && step.linkTarget() != null) {
        links.add(ImagePaths.path(key), step.linkTarget());
      }
      return;
    }
    String path = Objects.requireNonNull(step.path());
    String there = tooMany ? null : links.resolve(path);
    output.accept(
        RESOLVED.row(
            new Resolved(
                Objects.requireNonNull(step.list()),
                Objects.requireNonNull(step.line()),
                Objects.requireNonNull(step.named()),
                image,
                Objects.requireNonNull(step.run()),
                path,
                Objects.requireNonNull(step.offset()),
                Objects.requireNonNull(step.bytes()),
                there == null ? null : ImagePaths.key(there),
                there != null
                    ? null
                    : tooMany
                        ? "the image has more than " + mostLinks + " links"
                        : "the links of this path form a loop, or lead too deep")));
  }

  @Override
  public void finish(Consumer<Row> output) {
    // Every access was answered when it came.
  }
}
