package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** Folds sorted references into one row for each content. */
abstract class ContentFold<R extends Record> implements FoldRows.Fold<Row> {
  private final RowReader<R> references;
  private byte[] fingerprint = {};

  ContentFold(RowReader<R> references) {
    this.references = references;
  }

  @Override
  public final void add(Row row, Consumer<Row> output) {
    R reference = references.record(row);
    byte[] next = fingerprint(reference);
    if (!Arrays.equals(next, fingerprint)) {
      finish(output);
      fingerprint = next;
      start(reference);
    }
    count(reference);
  }

  @Override
  public final void finish(Consumer<Row> output) {
    if (fingerprint.length > 0) {
      output.accept(row(fingerprint));
    }
  }

  abstract byte[] fingerprint(R reference);

  abstract void start(R first);

  abstract void count(R reference);

  abstract Row row(byte[] of);
}
