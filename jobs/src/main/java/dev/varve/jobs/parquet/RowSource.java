package dev.varve.jobs.parquet;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** Rows that need not be in memory together. */
public interface RowSource {
  /** Hands all of them to a taker, one after another; the taker may be called by any thread. */
  void each(Consumer<Row> taker) throws IOException;
}
