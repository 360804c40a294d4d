package dev.varve.benchmarks;

import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.jobs.warehouse.row.LeftOut;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import org.jspecify.annotations.Nullable;

/** Rows of the tables that hold disks. */
final class DiskRows {
  static final Binder<SegmentRow> SEGMENTS =
      Binder.of("segment", Tables.columns("segment"), SegmentRow.class);
  static final Binder<RecipeRow> RECIPES =
      Binder.of("segment_recipe", Tables.columns("segment_recipe"), RecipeRow.class);
  static final Binder<SnapshotRow> SNAPSHOTS =
      Binder.of("snapshot", Tables.columns("snapshot"), SnapshotRow.class);
  static final Binder<VmRow> VMS = Binder.of("vm", Tables.columns("vm"), VmRow.class);
  static final Binder<FileRow> FILES =
      Binder.of("chain_file", Tables.columns("chain_file"), FileRow.class);
  static final Binder<MapRow> MAPS =
      Binder.of("chain_map", Tables.columns("chain_map"), MapRow.class);

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
      @Nullable Long firstSeenAtMicros,
      @Nullable String backupState,
      @Nullable Long fileBytes,
      @Nullable String versionOf,
      @Nullable String fileState) {}

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
