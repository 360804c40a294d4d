package dev.varve.benchmarks;

import dev.varve.jobs.row.Column;
import dev.varve.jobs.row.LeftOut;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import org.jspecify.annotations.Nullable;

/** Rows of the tables that hold disks. */
final class DiskRows {
  static final RowBinder<SegmentRow> SEGMENTS = Tables.rows("segment", SegmentRow.class);
  static final RowBinder<RecipeRow> RECIPES = Tables.rows("segment_recipe", RecipeRow.class);
  static final RowBinder<SnapshotRow> SNAPSHOTS = Tables.rows("snapshot", SnapshotRow.class);
  static final RowBinder<VmRow> VMS = Tables.rows("vm", VmRow.class);
  static final RowBinder<FileRow> FILES = Tables.rows("chain_file", FileRow.class);
  static final RowBinder<MapRow> MAPS = Tables.rows("chain_map", MapRow.class);

  private DiskRows() {}

  /** A row of {@code vm}. */
  record VmRow(String vm, String runId) {}

  /** A row of {@code segment_recipe}. */
  record RecipeRow(String vm, String snapshot, long segment, SegmentRecipe recipe) {}

  /** A row of {@code segment}. */
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

  /** A row of {@code snapshot}. */
  record SnapshotRow(
      String vm,
      String snapshot,
      int position,
      @Nullable String parent,
      @Nullable Long takenAtMicros,
      String format,
      long virtualBytes,
      long allocatedBytes,
      long segments,
      long chunks,
      long zeroBytes,
      String source,
      String runId,
      @Nullable Long firstSeenAtMicros) {}

  /** A row of {@code chain_map}. */
  record MapRow(
      String vm,
      String snapshot,
      long guestOffset,
      long bytes,
      @Nullable Integer depth,
      @Nullable String file,
      String state) {}

  /** A row of {@code chain_file}. */
  record FileRow(
      String vm,
      String snapshot,
      int depth,
      String file,
      String location,
      long virtualBytes,
      @Nullable Integer clusterBytes,
      @Nullable Integer entryBytes,
      @Nullable Long l1Bytes,
      @Nullable Integer l2Tables,
      byte @Nullable [] tables) {}
}
