package dev.varve.jobs.derive.twin;

import dev.varve.content.twin.EntrySums;
import dev.varve.content.twin.MinHash;
import dev.varve.content.twin.Trait;
import dev.varve.jobs.derive.twin.TwinRows.EntryRow;
import dev.varve.jobs.derive.twin.TwinRows.SumsRow;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.util.function.Consumer;

/**
 * Computes checksums and the signature of one layer after another, from rows in any order. If those
 * of a layer are not consecutive, several parts are emitted for it, which can be added up.
 */
abstract class SumsFold<R> implements Fold<R> {
  private final EntrySums sums = new EntrySums();
  private final MinHash signature;
  private String layer = "";

  private SumsFold(int values) {
    this.signature = new MinHash(values);
  }

  /**
   * A fold over rows of {@code layer_recipe}.
   *
   * @param values number of min-hash values of a signature
   */
  static SumsFold<EntryRow> ofEntries(int values) {
    return new SumsFold<>(values) {
      @Override
      public void add(EntryRow row, Consumer<Record> output) {
        beginLayer(row.layerDigest(), output);
        addEntry(row.entry());
      }
    };
  }

  /** A fold that adds up the parts that {@link #ofEntries} emitted, sorted by layer. */
  static SumsFold<SumsRow> ofParts(int values) {
    return new SumsFold<>(values) {
      @Override
      public void add(SumsRow row, Consumer<Record> output) {
        beginLayer(row.layerDigest(), output);
        addPart(row);
      }
    };
  }

  @Override
  public final void finish(Consumer<Record> output) {
    if (!layer.isEmpty()) {
      output.accept(
          new SumsRow(
              layer,
              sums.bytes(Trait.CONTENTS),
              sums.bytes(Trait.PATHS),
              sums.bytes(Trait.ENTRIES),
              sums.bytes(Trait.OWNERS),
              sums.bytes(Trait.MODES),
              sums.bytes(Trait.TIMES),
              sums.bytes(Trait.ORDER),
              signature.bytes()));
    }
  }

  final void beginLayer(String next, Consumer<Record> output) {
    if (!next.equals(layer)) {
      finish(output);
      layer = next;
      sums.clear();
      signature.clear();
    }
  }

  /**
   * Adds an entry. Empty files are left out of the signature: they are in most layers, and say
   * nothing about similarity.
   */
  final void addEntry(FileEntry entry) {
    sums.add(entry);
    Fingerprint content = entry.fingerprint();
    if (content != null && entry.bytes() > 0) {
      signature.add(content.bytes());
    }
  }

  final void addPart(SumsRow part) {
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
