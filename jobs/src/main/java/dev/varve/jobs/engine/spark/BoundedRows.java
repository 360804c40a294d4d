package dev.varve.jobs.engine.spark;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.classic.SparkSession;

/**
 * Rows of a statement, read one task at a time. Those of a task are kept in memory until they are
 * read. A task that gives more than a bound fails before memory is short, for others may be served
 * from it.
 */
public final class BoundedRows {
  private BoundedRows() {}

  /**
   * The rows, computed as they are read.
   *
   * @param mostBytes of the rows of a task; reading more throws an {@link
   *     InvalidSettingsException}, or what has one as its cause
   */
  public static Iterator<Row> of(Dataset<Row> rows, long mostBytes) {
    var classic = (org.apache.spark.sql.classic.Dataset<Row>) rows;
    SparkSession session = classic.sparkSession();
    JavaRDD<InternalRow> bounded =
        classic.queryExecution().toRdd().toJavaRDD().mapPartitions(new Bound(mostBytes), true);
    return session.internalCreateDataFrame(bounded.rdd(), rows.schema(), false).toLocalIterator();
  }

  /** Passes on the rows of a task, and counts their bytes. */
  private record Bound(long mostBytes)
      implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {
    @Override
    public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
      return new Iterator<>() {
        private long bytes;

        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public InternalRow next() {
          InternalRow row = rows.next();
          bytes += row instanceof UnsafeRow flat ? flat.getSizeInBytes() : 8L * row.numFields();
          if (bytes > mostBytes) {
            throw new InvalidSettingsException(List.of(tooMany(mostBytes)));
          }
          return row;
        }
      };
    }
  }

  private static String tooMany(long mostBytes) {
    return "the rows of this answer do not fit into memory: one task has more than "
        + mostBytes
        + " bytes of them; ask for fewer rows or columns, or group them";
  }
}
