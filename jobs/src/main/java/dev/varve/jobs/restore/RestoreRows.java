package dev.varve.jobs.restore;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import dev.varve.model.Fingerprint;
import dev.varve.model.FramingPiece;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** What restoring asks of a warehouse, by the queries of {@code schemas/restore}. */
final class RestoreRows {
  private static final List<String> TABLES =
      List.of("layer", "layer_recipe", "layer_framing", "run");

  private final SparkSession spark;

  /** What is known of a layer; no pieces of framing where it has none. */
  record KnownLayer(String layerDigest, String diffId, long archiveBytes, long pieces) {}

  /** A FILE with content. */
  record ContentFile(int position, Fingerprint fingerprint, String path) {}

  /** A content and a layer that holds it. */
  record Holder(String layerDigest, Fingerprint fingerprint) {}

  private record Place(@Nullable String places) {}

  private record Sampled(String layerDigest) {}

  /**
   * Reads a warehouse as it is now.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  RestoreRows(SparkSession spark, String location) throws IOException {
    this.spark = spark;
    Warehouse warehouse = new Warehouse(spark, location);
    if (!warehouse.exists()) {
      throw NoInputException.noWarehouse(location);
    }
    warehouse.now().views(TABLES);
  }

  Optional<KnownLayer> layer(String digest) {
    return RowReader.all(select("layer", Map.of("layer", digest)), KnownLayer.class).stream()
        .findFirst();
  }

  Iterator<FramingPiece> framing(String digest) {
    return stream(select("framing", Map.of("layer", digest)), FramingPiece.class);
  }

  Iterator<ContentFile> files(String digest) {
    return stream(select("files", Map.of("layer", digest)), ContentFile.class);
  }

  Iterator<Holder> holders(String digest) {
    return stream(select("holders", Map.of("layer", digest)), Holder.class);
  }

  /** The places of all inputs that were ever read, the latest first. */
  List<String> inputs() {
    List<String> places =
        RowReader.all(select("inputs", Map.of()), Place.class).stream()
            .map(Place::places)
            .filter(place -> place != null)
            .flatMap(String::lines)
            .distinct()
            .collect(Collectors.toList());
    Collections.reverse(places);
    return places;
  }

  List<String> sample(int layers, String seed) {
    return RowReader.all(select("sample", Map.of("sample", layers, "seed", seed)), Sampled.class)
        .stream()
        .map(Sampled::layerDigest)
        .toList();
  }

  private Dataset<Row> select(String name, Map<String, Object> parameters) {
    return spark.sql(SqlFiles.text("restore", name), parameters);
  }

  private static <T extends Record> Iterator<T> stream(Dataset<Row> rows, Class<T> type) {
    RowReader<T> reader = RowReader.of(rows.schema(), type);
    Iterator<Row> each = rows.toLocalIterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public T next() {
        return reader.record(each.next());
      }
    };
  }
}
