package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.model.FileEntry;
import dev.varve.model.Layer;
import dev.varve.model.LayerPhase;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of the tables that are filled for every layer that is read. */
final class RecipeRows {
  static final LayerTable ENTRIES = LayerTable.ofNewLayers("layer_recipe", EntryRow.class);
  static final LayerTable PHASES = LayerTable.ofNewLayers("layer_phase", PhaseRow.class);
  static final LayerTable LAYERS = LayerTable.ofNewLayers("layer", LayerRow.class);
  static final LayerTable REJECTIONS =
      LayerTable.compared("rejected_blob", RejectedBlob.class, "source", "digest");

  private RecipeRows() {}

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /** A row of {@code layer}. */
  record LayerRow(Layer layer, Instant firstSeenAt) {}

  /** A row of {@code layer_phase}, with the times of measurements that were made. */
  record PhaseRow(
      String layerDigest,
      String runId,
      LayerPhase phase,
      @Nullable Long archiveNanos,
      @Nullable Long compressNanos,
      @Nullable Long sampleCpuNanos) {
    /**
     * @param times of measurements, by column
     */
    static PhaseRow of(
        String layerDigest, String runId, LayerPhase phase, Map<String, Long> times) {
      return new PhaseRow(
          layerDigest,
          runId,
          phase,
          times.get("archive_nanos"),
          times.get("compress_nanos"),
          times.get("sample_cpu_nanos"));
    }

    /**
     * The time of looking up files in an index, always null: nothing is looked up while a layer is
     * read. Verb derive finds shared files over all layers together.
     */
    @Column
    @Nullable Long searchNanos() {
      return null;
    }
  }
}
