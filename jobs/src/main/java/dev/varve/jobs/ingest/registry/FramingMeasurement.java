package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.tar.FramingPieces;
import dev.varve.input.tar.LayerObserver;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.model.FramingPiece;
import java.util.List;
import java.util.Optional;

/**
 * Records the framing of layers: the bytes of an archive besides file contents, which verb {@code
 * restore} needs.
 *
 * @param maxWaitingBytes most bytes of a layer's compressed framing in memory; a layer with more
 *     gets no framing
 */
record FramingMeasurement(long maxWaitingBytes) implements LayerMeasurement {
  private record Settings(@OneOf({"keep", "none"}) String framing) {}

  private record Limits(long framingBytes) {}

  /** A row of {@code layer_framing}. */
  record Row(String layerDigest, FramingPiece piece) {
    @Column
    long compressedBytes() {
      return piece.framing().length;
    }
  }

  static Optional<LayerMeasurement> read(SettingReader settings) {
    Limits limits = settings.bind("limit", Limits.class);
    return settings.bind("ingest", Settings.class).framing.equals("keep")
        ? Optional.of(new FramingMeasurement(limits.framingBytes))
        : Optional.empty();
  }

  @Override
  public List<LayerTable> tables() {
    return List.of(LayerTable.ofNewLayers("layer_framing", Row.class));
  }

  @Override
  public LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows) {
    return new FramingPieces(
        maxWaitingBytes,
        piece -> rows.add(new Row(origin.layerDigest(), piece)),
        () -> rows.omit(Row.class));
  }
}
