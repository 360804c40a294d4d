package dev.varve.jobs.registry;

import dev.varve.jobs.row.Column;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.model.LayerPhase;
import dev.varve.model.LayerPull;
import org.jspecify.annotations.Nullable;

/** The tables that are filled while layers are read. */
final class LayerTables {
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of(
              "layer_recipe",
              Tables.schema("layer_recipe").add("source", "string", false),
              EntryRow.class),
          RowBinder.of(
              "layer_framing",
              Tables.schema("layer_framing").add("source", "string", false),
              FramingRow.class),
          RowBinder.of(
              "file_recipe",
              Tables.schema("file_recipe")
                  .add("layer_digest", "string", false)
                  .add("source", "string", false)
                  .add("position", "int", false),
              PieceRow.class),
          RowBinder.of(
              "content_sample",
              Tables.schema("content_sample")
                  .add("layer_digest", "string", false)
                  .add("source", "string", false),
              SampleRow.class),
          RowBinder.of("layer", Tables.seen("layer"), Layer.class),
          Tables.rows("layer_phase", PhaseRow.class),
          Tables.rows("layer_pull", PullRow.class),
          Tables.rows("rejected_blob", RejectedBlob.class));

  private LayerTables() {}

  /**
   * A row of {@code layer_recipe}.
   *
   * @param source where this attempt read the layer; not a column of the table
   */
  record EntryRow(String layerDigest, FileEntry entry, String source) {}

  /**
   * A row of {@code layer_framing}.
   *
   * @param source as in {@link EntryRow}
   */
  record FramingRow(String layerDigest, FramingPiece piece, String source) {
    @Column
    long compressedBytes() {
      return piece.framing().length;
    }
  }

  /**
   * A row of {@code file_recipe}.
   *
   * @param layerDigest where this attempt met the file, with source and position; no columns of the
   *     table
   */
  record PieceRow(FilePiece piece, String layerDigest, String source, int position) {
    @Column
    int bytes() {
      return piece.bytes();
    }

    @Column
    int chunks() {
      return piece.chunks();
    }
  }

  /**
   * A row of {@code content_sample}.
   *
   * @param layerDigest where this attempt met it, with source; no columns of the table
   */
  record SampleRow(ContentSample sample, String layerDigest, String source) {}

  /** A row of {@code layer_pull}. */
  record PullRow(String layerDigest, String runId, LayerPull pull) {}

  /** The columns that are the same for every codec of a layer. */
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
     * layers at once.
     */
    @Column
    @Nullable Long searchNanos() {
      return null;
    }
  }
}
