package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.FormatSample;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.model.LayerPhase;
import dev.varve.model.LayerPull;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of the tables that are filled while layers are read. */
final class LayerTables {
  static final Binder<EntryRow> ENTRIES = binder("layer_recipe", EntryRow.class);
  static final Binder<FramingRow> FRAMING = binder("layer_framing", FramingRow.class);
  static final Binder<LayerRow> LAYERS = binder("layer", LayerRow.class);
  static final Binder<PhaseRow> PHASES = binder("layer_phase", PhaseRow.class);

  /** Rows of which a table gets only those that it lacks, by table. */
  static final Map<String, Class<? extends Record>> COMPARED =
      Map.of(
          "file_recipe", PieceRow.class,
          "content_sample", SampleRow.class,
          "layer_pull", PullRow.class,
          "format_sample", FormatRow.class,
          "rejected_blob", RejectedBlob.class);

  private LayerTables() {}

  private static <T extends Record> Binder<T> binder(String table, Class<T> type) {
    return Binder.of(table, Tables.columns(table), type);
  }

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
  record LayerRow(Layer layer, Instant firstSeenAt) {}

  /**
   * A row of {@code file_recipe}.
   *
   * @param layerDigest where the file was read, with its position; no columns of the table
   */
  record PieceRow(FilePiece piece, String layerDigest, int position) {
    @Column
    int bytes() {
      return piece.bytes();
    }

    @Column
    int chunks() {
      return piece.chunks();
    }
  }

  /** A row of {@code content_sample}. */
  record SampleRow(ContentSample sample) {}

  /** A row of {@code format_sample}. */
  record FormatRow(String layerDigest, FormatSample sample) {}

  /** A row of {@code layer_pull}. */
  record PullRow(String layerDigest, String runId, LayerPull pull) {}

  /** The columns that are equal for every codec of a layer. */
  record PullTime(long archiveNanos, long compressNanos) {}

  /**
   * A row of {@code layer_phase}.
   *
   * @param pull times of the first codec; null unless pulls were measured
   * @param sampleCpuNanos of compressing sampled files; null where none would be
   */
  record PhaseRow(
      String layerDigest,
      String runId,
      LayerPhase phase,
      @Nullable PullTime pull,
      @Nullable Long sampleCpuNanos) {
    /**
     * Always null: no file is looked up while a layer is read; derive finds the sharing over all
     * layers together.
     */
    @Column
    @Nullable Long searchNanos() {
      return null;
    }
  }
}
