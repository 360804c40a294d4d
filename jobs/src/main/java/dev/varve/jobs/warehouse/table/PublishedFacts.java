package dev.varve.jobs.warehouse.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The expected facts of every file of the tables, from the journals of publications. Journals never
 * change, so that each is read once.
 */
final class PublishedFacts {
  private final Journals journals;

  /** The journals that were carried out and have been read, in their order. */
  private final List<String> read = new ArrayList<>();

  private final Map<String, Journal.Move> facts = new TreeMap<>();

  PublishedFacts(Journals journals) {
    this.journals = journals;
  }

  /**
   * The published files, by their names relative to the warehouse. Without any journal, as in
   * warehouses of which only the tables were copied, nothing is known of any file.
   *
   * @param done the journals that were carried out, in their order
   * @param pending those that may not be, which come after them
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
