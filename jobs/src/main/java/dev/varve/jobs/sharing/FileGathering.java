package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.GatheredCopies;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** Gathers the copies of a content that one task reads, as far as its memory goes. */
final class FileGathering implements FoldRows.Fold<Row> {
  private final RowReader<SharingTables.FileReference> references;
  private final GatheredCopies<Fingerprint> gathered = new GatheredCopies<>();

  FileGathering(RowReader<SharingTables.FileReference> references) {
    this.references = references;
  }

  @Override
  public void add(Row row, Consumer<Row> output) {
    SharingTables.FileReference one = references.record(row);
    gathered.add(Fingerprint.of(one.fingerprint()), one.bytes(), one.layer());
    if (gathered.isFull()) {
      finish(output);
    }
  }

  @Override
  public void finish(Consumer<Row> output) {
    gathered.drain(
        (content, bytes, layers) ->
            output.accept(
                SharingTables.COPIES.row(
                    new SharingTables.FileCopies(content.bytes(), bytes, layers))));
  }
}
