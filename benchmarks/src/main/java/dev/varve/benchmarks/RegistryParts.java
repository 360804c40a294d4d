package dev.varve.benchmarks;

import dev.varve.jobs.row.Column;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.population.ImagePopulation;
import dev.varve.population.LayerPopulation;
import dev.varve.population.PopulationLayer;
import java.util.Collections;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * Rows of the tables that hold layers, for a range of layers, sorted as an ingest sorts them;
 * {@code content_sample} as it is found: repeated where layers share a content.
 */
final class RegistryParts {
  static final RowBinder<MemberRow> MEMBERS = RowBinder.of("member", MemberRow.class);
  static final RowBinder<ImageRow> IMAGES = RowBinder.of("population_image", ImageRow.class);
  private static final RowBinder<EntryRow> ENTRIES = Tables.rows("layer_recipe", EntryRow.class);
  private static final RowBinder<FramingRow> FRAMING =
      Tables.rows("layer_framing", FramingRow.class);
  private static final RowBinder<ContentSample> SAMPLES =
      Tables.rows("content_sample", ContentSample.class);
  private static final RowBinder<LayerRow> LAYERS = Tables.rows("layer", LayerRow.class);

  private RegistryParts() {}

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /** A row of {@code layer_framing}. */
  record FramingRow(String layerDigest, FramingPiece piece) {
    @Column
    long compressedBytes() {
      return piece.framing().length;
    }
  }

  /** A row of {@code layer}. */
  record LayerRow(Layer layer, long firstSeenAtMicros) {}

  /** A layer of an image. */
  record MemberRow(String imageDigest, int depth, String layerDigest) {}

  /** An image and who holds it. */
  record ImageRow(
      String imageDigest, String config, String repository, String tag, long createdAtMicros) {}

  /**
   * The rows of a table for a range of the layers.
   *
   * @param seen when the run began, in microseconds
   */
  static Iterator<Row> rows(String table, LayerPopulation layers, Parts part, long seen) {
    Iterator<PopulationLayer> range =
        layers.range(part.from(layers.layers()), part.to(layers.layers()));
    return Parts.each(range, layer -> rows(table, layer, seen));
  }

  private static Iterator<Row> rows(String table, PopulationLayer layer, long seen) {
    String digest = layer.digest();
    return switch (table) {
      case "layer_recipe" ->
          Parts.each(layer.entries(), entry -> one(ENTRIES.row(new EntryRow(digest, entry))));
      case "layer_framing" ->
          layer.framing().stream()
              .map(piece -> FRAMING.row(new FramingRow(digest, piece)))
              .iterator();
      case "content_sample" -> Parts.each(layer.samples(), sample -> one(SAMPLES.row(sample)));
      case "layer" -> one(LAYERS.row(new LayerRow(layer.layer(), seen)));
      default -> throw new IllegalArgumentException(table);
    };
  }

  /** The layers of a range of images. */
  static Iterator<Row> members(LayerPopulation layers, ImagePopulation images, Parts part) {
    return Parts.each(
        part.of(images.images(), image -> image),
        image -> {
          long[] members = images.layers(image);
          return IntStream.range(0, members.length)
              .mapToObj(
                  depth ->
                      MEMBERS.row(
                          new MemberRow(
                              images.digest(image), depth, layers.digest(members[depth]))))
              .iterator();
        });
  }

  /** A range of images. */
  static Iterator<Row> images(ImagePopulation images, Parts part) {
    return part.of(
        images.images(),
        image ->
            IMAGES.row(
                new ImageRow(
                    images.digest(image),
                    images.config(image),
                    images.repository(image),
                    images.tag(image),
                    images.createdAtMicros(image))));
  }

  private static Iterator<Row> one(Row row) {
    return Collections.singleton(row).iterator();
  }
}
