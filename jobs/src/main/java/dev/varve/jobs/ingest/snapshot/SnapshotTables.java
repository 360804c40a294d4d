package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.input.disk.FileState;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.jobs.warehouse.row.LeftOut;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of the tables that are filled while disks are read. */
final class SnapshotTables {
  static final Binder<RecipeRow> RECIPES =
      Binder.of("segment_recipe", Tables.columns("segment_recipe"), RecipeRow.class);

  /**
   * Classes of rows that wait for the outcome, by table: the table gets only rows of snapshots that
   * were not rejected.
   */
  static final Map<String, Class<? extends Record>> COMPARED =
      Map.of(
          "segment", SegmentRow.class,
          "snapshot", SnapshotRow.class,
          "chain_file", ChainRows.FileRow.class,
          "chain_map", ChainRows.MapRow.class,
          "fault", FaultRow.class);

  private SnapshotTables() {}

  /** A row of {@code rejected_blob}. */
  static RejectedBlob rejected(String runId, String source, SnapshotHead.Fault fault) {
    return new RejectedBlob(
        runId,
        source,
        null,
        fault.reason(),
        RejectedBlob.offsetOrNull(fault.offset()),
        fault.message());
  }

  /**
   * A row of {@code segment_recipe}.
   *
   * @param segment position on the disk, from 0
   * @param recipe its chunks
   */
  record RecipeRow(String vm, String snapshot, long segment, SegmentRecipe recipe) {}

  /**
   * A row of {@code segment}.
   *
   * @param dirty whether the image file itself stores anything of it; null when unknown
   */
  record SegmentRow(
      String vm, String snapshot, @LeftOut("recipe") Segment segment, @Nullable Boolean dirty) {
    @Column
    long offset() {
      return segment.offset();
    }

    @Column
    int chunks() {
      return segment.recipe().chunks();
    }
  }

  /**
   * A row of {@code snapshot} without the sums of its segments.
   *
   * @param virtualBytes length of the disk as its guest sees it
   * @param allocatedBytes guest bytes that the topmost file itself has data for
   * @param source where it was read
   * @param runId the run that publishes it
   */
  record SnapshotRow(
      @LeftOut({"format", "location", "internalSnapshot", "state"}) SnapshotImage image,
      long virtualBytes,
      long allocatedBytes,
      @Nullable Long fileBytes,
      String source,
      String runId) {
    @Column
    String format() {
      return image.format().label();
    }

    @Column
    @Nullable String fileState() {
      FileState state = image.state();
      return state == null ? null : state.text();
    }
  }

  /**
   * The reason why a snapshot cannot be used.
   *
   * @param segment index of the segment that was being read; -1 before the first
   */
  record FaultRow(String vm, String snapshot, long segment, RejectedBlob rejected) {
    static FaultRow of(SnapshotPart part, long segment, String runId, SnapshotHead.Fault fault) {
      SnapshotImage image = part.image();
      return new FaultRow(
          image.vm(),
          image.snapshot(),
          segment,
          SnapshotTables.rejected(runId, part.source(), fault));
    }
  }
}
