package dev.varve.jobs.registry;

import dev.varve.jobs.row.Column;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.table.Tables;
import dev.varve.model.FileEntry;
import dev.varve.model.Layer;
import dev.varve.model.LayerPhase;
import dev.varve.model.LayerPull;
import org.jspecify.annotations.Nullable;

/** What the reading of layers fills. */
final class LayerTables {
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of(
              "layer_recipe",
              Tables.schema("layer_recipe").add("source", "string", false),
              EntryRow.class),
          Tables.rows("layer", Layer.class),
          Tables.rows("layer_phase", PhaseRow.class),
          Tables.rows("layer_pull", PullRow.class),
          Tables.rows("rejected_blob", RejectedBlob.class));

  private LayerTables() {}

  /**
   * A row of {@code layer_recipe}.
   *
   * @param source where this attempt read the layer; no column of the table
   */
  record EntryRow(String layerDigest, FileEntry entry, String source) {}

  /** A row of {@code layer_pull}. */
  record PullRow(String layerDigest, String runId, LayerPull pull) {}

  /** What every codec of a layer shares. */
  record PullTime(long archiveNanos, long compressNanos) {}

  /**
   * A row of {@code layer_phase}.
   *
   * @param pull of the first codec, null unless the pull side was measured
   */
  record PhaseRow(String layerDigest, String runId, LayerPhase phase, @Nullable PullTime pull) {
    /** The sharing is found by a join over all layers at once. */
    @Column
    @Nullable Long searchNanos() {
      return null;
    }
  }
}
