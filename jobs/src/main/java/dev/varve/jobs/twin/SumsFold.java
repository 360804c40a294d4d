package dev.varve.jobs.twin;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.twin.EntrySums;
import dev.varve.twin.MinHash;
import dev.varve.twin.Trait;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/**
 * Sums and signature of one layer after another. The rows of a layer follow each other; where they
 * do not, it comes out in parts, which add up.
 */
abstract class SumsFold implements FoldRows.Fold<Row> {
  private final EntrySums sums = new EntrySums();
  private final MinHash signature;
  private String layer = "";

  private SumsFold(int values) {
    this.signature = new MinHash(values);
  }

  /** Of rows of {@code layer_recipe}. */
  static SumsFold ofEntries(RowReader<TwinRows.EntryRow> reader, int values) {
    return new SumsFold(values) {
      @Override
      public void add(Row row, Consumer<Row> output) {
        TwinRows.EntryRow entry = reader.record(row);
        begin(entry.layerDigest(), output);
        entry(entry.entry());
      }
    };
  }

  /** Of parts that {@link #ofEntries} gave, by layer. */
  static SumsFold ofParts(RowReader<TwinRows.SumsRow> reader, int values) {
    return new SumsFold(values) {
      @Override
      public void add(Row row, Consumer<Row> output) {
        TwinRows.SumsRow part = reader.record(row);
        begin(part.layerDigest(), output);
        part(part);
      }
    };
  }

  @Override
  public final void finish(Consumer<Row> output) {
    if (!layer.isEmpty()) {
      output.accept(
          TwinRows.SUMS.row(
              new TwinRows.SumsRow(
                  layer,
                  sums.bytes(Trait.CONTENTS),
                  sums.bytes(Trait.PATHS),
                  sums.bytes(Trait.ENTRIES),
                  sums.bytes(Trait.OWNERS),
                  sums.bytes(Trait.MODES),
                  sums.bytes(Trait.TIMES),
                  sums.bytes(Trait.ORDER),
                  signature.bytes())));
    }
  }

  final void begin(String next, Consumer<Row> output) {
    if (!next.equals(layer)) {
      finish(output);
      layer = next;
      sums.clear();
      signature.clear();
    }
  }

  /** The empty file is in most layers, and makes no two alike. */
  final void entry(FileEntry entry) {
    sums.add(entry);
    Fingerprint content = entry.fingerprint();
    if (content != null && entry.bytes() > 0) {
      signature.add(content.bytes());
    }
  }

  final void part(TwinRows.SumsRow part) {
    sums.add(Trait.CONTENTS, part.contentSum());
    sums.add(Trait.PATHS, part.pathSum());
    sums.add(Trait.ENTRIES, part.entrySum());
    sums.add(Trait.OWNERS, part.ownerSum());
    sums.add(Trait.MODES, part.modeSum());
    sums.add(Trait.TIMES, part.timeSum());
    sums.add(Trait.ORDER, part.orderSum());
    signature.addAll(part.signature());
  }
}
