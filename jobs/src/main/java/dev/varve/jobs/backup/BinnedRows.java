package dev.varve.jobs.backup;

import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.reference.PackedChunks;
import dev.varve.jobs.reference.ReferenceRows;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** Segments with the bin of SRB that they are routed to, facts and chunks in one row. */
final class BinnedRows {
  static final StructType SCHEMA =
      StructType.fromDDL(
          "vm STRING, number INT, position BIGINT, bytes INT, fingerprint BIGINT, min_hash BIGINT,"
              + " dirty BOOLEAN, chunks BINARY, bin INT");

  private static final int CHUNKS = 7;
  private static final int BIN = 8;

  private BinnedRows() {}

  static Row row(SegmentReferences segment, SrbRouting routing) {
    return RowFactory.create(
        segment.vm(),
        segment.snapshot(),
        segment.position(),
        segment.bytes(),
        segment.fingerprint(),
        segment.minHash(),
        null,
        PackedChunks.of(segment).bytes(),
        routing.bin(segment.minHash()));
  }

  /** Bins know no parents. */
  static BackupFolds.BinnedSegment segment(Row row) {
    PackedChunks chunks = PackedChunks.read(row.getAs(CHUNKS));
    return new BackupFolds.BinnedSegment(
        row.getInt(BIN),
        ReferenceRows.segment(row, SegmentReferences.NONE, SegmentReferences.NONE, chunks));
  }
}
