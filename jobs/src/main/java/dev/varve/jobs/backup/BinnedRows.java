package dev.varve.jobs.backup;

import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.reference.PackedChunks;
import dev.varve.jobs.reference.SegmentFacts;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import java.util.Iterator;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.spark.sql.Row;

/** Segments with the bin of SRB that they are routed to, facts and chunks in one row. */
final class BinnedRows {
  static final RowBinder<BinnedRow> ROWS = RowBinder.of("bin", BinnedRow.class);

  private static final RowReader<BinnedRow> READER = RowReader.of(ROWS.schema(), BinnedRow.class);

  private BinnedRows() {}

  /** Chunks as {@link PackedChunks#bytes} has them. */
  @SuppressWarnings("ArrayRecordComponent") // a row, which nobody compares
  record BinnedRow(SegmentFacts facts, byte[] chunks, int bin) {}

  static Row row(SegmentReferences segment, SrbRouting routing) {
    return ROWS.row(
        new BinnedRow(
            SegmentFacts.of(segment),
            PackedChunks.of(segment).bytes(),
            routing.bin(segment.minHash())));
  }

  /** The segment without its parent: bins do not use it. */
  static Iterator<BackupFolds.BinnedSegment> segments(Iterator<Row> rows) {
    return IteratorUtils.transformedIterator(
        rows,
        row -> {
          BinnedRow binned = READER.record(row);
          return new BackupFolds.BinnedSegment(
              binned.bin(), binned.facts().alone(PackedChunks.read(binned.chunks())));
        });
  }
}
