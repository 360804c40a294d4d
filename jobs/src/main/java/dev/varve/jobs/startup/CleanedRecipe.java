package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.model.EntryKind;
import dev.varve.startup.ImagePaths;
import java.util.Iterator;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Recipes with keys for their paths, markers at the paths that they are about. */
final class CleanedRecipe {
  private static final RowBinder<Cleaned> CLEANED = RowBinder.of("cleaned_recipe", Cleaned.class);

  private CleanedRecipe() {}

  private record Entry(
      String layerDigest,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable String linkTarget) {}

  private record Cleaned(
      String layerDigest,
      int position,
      String key,
      EntryKind kind,
      long bytes,
      @Nullable String linkTarget,
      @Nullable String targetKey) {}

  /** Cleans the rows of {@code schemas/simulate/startup_recipe.sql}. */
  static Dataset<Row> of(Dataset<Row> recipe) {
    StructType columns = recipe.schema();
    return recipe.mapPartitions(
        (MapPartitionsFunction<Row, Row>) rows -> cleaned(rows, columns),
        Encoders.row(CLEANED.schema()));
  }

  private static Iterator<Row> cleaned(Iterator<Row> rows, StructType columns) {
    RowReader<Entry> reader = RowReader.of(columns, Entry.class);
    Iterable<Row> all = () -> rows;
    return StreamSupport.stream(all.spliterator(), false)
        .map(row -> cleaned(reader.record(row)))
        .filter(Objects::nonNull)
        .map(CLEANED::row)
        .iterator();
  }

  /** Null for a whiteout that names nothing. */
  private static @Nullable Cleaned cleaned(Entry entry) {
    String path =
        switch (entry.kind()) {
          case WHITEOUT -> ImagePaths.whitedOut(entry.path());
          case OPAQUE -> ImagePaths.folder(ImagePaths.clean(entry.path()));
          default -> ImagePaths.clean(entry.path());
        };
    if (path == null) {
      return null;
    }
    String target = entry.kind() == EntryKind.HARD_LINK ? entry.linkTarget() : null;
    return new Cleaned(
        entry.layerDigest(),
        entry.position(),
        ImagePaths.key(path),
        entry.kind(),
        entry.bytes(),
        entry.kind() == EntryKind.SYMLINK ? entry.linkTarget() : null,
        target == null ? null : ImagePaths.key(ImagePaths.clean(target)));
  }
}
