package dev.varve.jobs.serve.catalog;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The result of a statement.
 *
 * @param schema its columns
 * @param rows computed as they are read, once; nested values are texts of JSON
 */
public record StatementResult(StructType schema, Iterator<Row> rows) {
  /** Rows that are there. */
  public static StatementResult of(StructType schema, List<Row> rows) {
    return new StatementResult(schema, rows.iterator());
  }
}
