package dev.varve.jobs.warehouse.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The expected length, rows and checksum of every file of the tables, from the journals of
 * publications. A journal never changes, so each is read once.
 */
final class PublishedFacts {
  private final Journals journals;

  /** The carried-out journals that have been read, in the order of publication. */
  private final List<String> readJournals = new ArrayList<>();

  private final Map<String, Journal.Move> facts = new TreeMap<>();

  PublishedFacts(Journals journals) {
    this.journals = journals;
  }

  /**
   * The published files, by their names relative to the warehouse. If there is no journal, because
   * only the tables of a warehouse were copied, the map is empty.
   *
   * @param done journals that were carried out, in the order of publication
   * @param pending journals that may not be carried out yet; they follow {@code done}
   */
  synchronized Map<String, Journal.Move> files(List<String> done, List<String> pending)
      throws IOException {
    if (done.size() < readJournals.size()
        || !done.subList(0, readJournals.size()).equals(readJournals)) {
      readJournals.clear();
      facts.clear();
    }
    List<String> later = List.copyOf(done.subList(readJournals.size(), done.size()));
    apply(later, facts);
    readJournals.addAll(later);
    Map<String, Journal.Move> all = new TreeMap<>(facts);
    apply(pending, all);
    return all;
  }

  private void apply(List<String> journalFiles, Map<String, Journal.Move> known)
      throws IOException {
    Map<String, Journal.Move> changes = new HashMap<>();
    journals.readLast(journalFiles, changes::put);
    changes.forEach(
        (name, move) -> {
          if (move.isRemoval()) {
            known.remove(name);
          } else {
            known.put(name, move);
          }
        });
  }
}
