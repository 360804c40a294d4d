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
  private final List<String> read = new ArrayList<>();

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
  synchronized Map<String, Journal.Move> of(List<String> done, List<String> pending)
      throws IOException {
    if (done.size() < read.size() || !done.subList(0, read.size()).equals(read)) {
      read.clear();
      facts.clear();
    }
    List<String> later = List.copyOf(done.subList(read.size(), done.size()));
    follow(later, facts);
    read.addAll(later);
    Map<String, Journal.Move> all = new TreeMap<>(facts);
    follow(pending, all);
    return all;
  }

  private void follow(List<String> some, Map<String, Journal.Move> known) throws IOException {
    Map<String, Journal.Move> changes = new HashMap<>();
    journals.readLast(some, changes::put);
    changes.forEach(
        (name, move) -> {
          if (move.putsAway()) {
            known.remove(name);
          } else {
            known.put(name, move);
          }
        });
  }
}
