package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.sharing.FileOrigins;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.AccumulatorV2;

/**
 * Origins of duplicates, added up over the tasks that write table {@code file_sharing}. The engine
 * counts each of these once, also where one was run twice, as no stage comes behind theirs.
 */
public final class OriginCounts extends AccumulatorV2<FileOrigins, FileOrigins> {
  private static final long serialVersionUID = 1;
  private static final RowBinder<OriginRow> ROWS = Tables.rows("file_origin", OriginRow.class);

  private FileOrigins counts = new FileOrigins();

  private OriginCounts() {}

  /** A row of {@code file_origin}. */
  private record OriginRow(String origin, long files, long bytes) {}

  /** None yet, known to the engine. */
  public static OriginCounts register(SparkSession spark) {
    OriginCounts counts = new OriginCounts();
    spark.sparkContext().register(counts, "origins of duplicates");
    return counts;
  }

  /** Table {@code file_origin}, when file_sharing is written. */
  public List<Row> rows() {
    return rows(counts);
  }

  /** The same of counts. */
  static List<Row> rows(FileOrigins counts) {
    List<Row> rows = new ArrayList<>();
    if (!counts.isEmpty()) {
      for (FileOrigins.Origin origin : FileOrigins.Origin.values()) {
        rows.add(
            ROWS.row(new OriginRow(origin.toString(), counts.files(origin), counts.bytes(origin))));
      }
    }
    return rows;
  }

  @Override
  public boolean isZero() {
    return counts.isEmpty();
  }

  @Override
  public OriginCounts copy() {
    OriginCounts copy = new OriginCounts();
    copy.counts.addAll(counts);
    return copy;
  }

  @Override
  public void reset() {
    counts = new FileOrigins();
  }

  @Override
  public void add(FileOrigins more) {
    counts.addAll(more);
  }

  @Override
  public void merge(AccumulatorV2<FileOrigins, FileOrigins> other) {
    counts.addAll(other.value());
  }

  /** Within a task: what its contents are added to. */
  @Override
  public FileOrigins value() {
    return counts;
  }
}
