package dev.varve.benchmarks;

import dev.varve.benchmarks.population.ImagePopulation;
import dev.varve.benchmarks.population.LayerPopulation;
import dev.varve.benchmarks.population.PopulationLayer;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FormatSample;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the tables that hold layers, for a range of layers, sorted as an ingest sorts them;
 * {@code content_sample} as it is found: repeated where layers share a content.
 */
final class RegistryParts {
  static final Binder<MemberRow> MEMBERS = Binder.of(MemberRow.class);
  static final Binder<ImageRow> IMAGES = Binder.of(ImageRow.class);

  /** Tables of {@link #rows}; a recipe is published before its layer. */
  static final List<String> TABLES =
      List.of("layer_recipe", "layer_framing", "content_sample", "format_sample", "layer");

  private static final Binder<EntryRow> ENTRIES =
      Binder.of("layer_recipe", Tables.columns("layer_recipe"), EntryRow.class);
  private static final Binder<FramingRow> FRAMING =
      Binder.of("layer_framing", Tables.columns("layer_framing"), FramingRow.class);
  private static final Binder<ContentSample> SAMPLES =
      Binder.of("content_sample", Tables.columns("content_sample"), ContentSample.class);
  private static final Binder<SpanRow> SPANS =
      Binder.of("format_sample", Tables.columns("format_sample"), SpanRow.class);
  private static final Binder<LayerRow> LAYERS =
      Binder.of("layer", Tables.columns("layer"), LayerRow.class);

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

  /** A row of {@code format_sample}. */
  record SpanRow(String layerDigest, FormatSample sample) {}

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
  static Iterator<@Nullable Object[]> rows(
      String table, LayerPopulation layers, Parts part, long seen) {
    Iterator<PopulationLayer> range =
        layers.range(part.from(layers.layers()), part.to(layers.layers()));
    return Parts.each(range, layer -> rows(table, layer, seen));
  }

  private static Iterator<@Nullable Object[]> rows(String table, PopulationLayer layer, long seen) {
    String digest = layer.digest();
    return switch (table) {
      case "layer_recipe" ->
          Parts.each(layer.entries(), entry -> one(ENTRIES.row(new EntryRow(digest, entry))));
      case "layer_framing" ->
          layer.framing().stream()
              .map(piece -> FRAMING.row(new FramingRow(digest, piece)))
              .iterator();
      case "content_sample" -> Parts.each(layer.samples(), sample -> one(SAMPLES.row(sample)));
      case "format_sample" ->
          Parts.each(layer.spans(), span -> one(SPANS.row(new SpanRow(digest, span))));
      case "layer" -> one(LAYERS.row(new LayerRow(layer.layer(), seen)));
      default -> throw new IllegalArgumentException(table);
    };
  }

  /** The layers of a range of images. */
  static Iterator<@Nullable Object[]> members(
      LayerPopulation layers, ImagePopulation images, Parts part) {
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
  static Iterator<@Nullable Object[]> images(ImagePopulation images, Parts part) {
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

  private static Iterator<@Nullable Object[]> one(@Nullable Object[] row) {
    return Collections.singleton(row).iterator();
  }
}
