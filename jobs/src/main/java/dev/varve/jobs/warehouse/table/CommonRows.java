package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files that may have rows of the same publication: those that it published, and, once files of
 * several publications were joined, all that the same verb published before.
 */
final class CommonRows {
  private final Journals journals;

  /** Files that were published after the last joined ones, by the verbs that fill their tables. */
  private final Map<List<String>, Set<String>> later = new HashMap<>();

  CommonRows(Journals journals) {
    this.journals = journals;
  }

  /**
   * Whether a file may have rows of the same publication as another.
   *
   * @param file relative to the warehouse
   * @param other relative to the warehouse
   */
  boolean mayBeIn(String file, String other) throws IOException {
    if (Journal.isOfSamePublication(file, other)) {
      return true;
    }
    TableDeclaration one = Tables.declaration(tableOf(file));
    TableDeclaration two = Tables.declaration(tableOf(other));
    if (one.replaced() || two.replaced() || Collections.disjoint(one.madeBy(), two.madeBy())) {
      return false;
    }
    Set<String> apart = later(two.madeBy());
    return !apart.contains(file) && !apart.contains(other);
  }

  private static String tableOf(String file) {
    return file.substring(0, file.indexOf('/'));
  }

  private Set<String> later(List<String> verbs) throws IOException {
    Set<String> known = later.get(verbs);
    if (known == null) {
      known = read(verbs);
      later.put(verbs, known);
    }
    return known;
  }

  private Set<String> read(Collection<String> verbs) throws IOException {
    List<String> all = new ArrayList<>(journals.done());
    all.addAll(journals.pending());
    Collections.reverse(all);
    Set<String> files = new HashSet<>();
    for (String file : all) {
      List<Journal.Move> added =
          journals.read(file).moves().stream().filter(move -> !move.isRemoval()).toList();
      if (added.stream().anyMatch(move -> isJoined(move, verbs))) {
        break;
      }
      added.forEach(move -> files.add(move.to()));
    }
    return files;
  }

  private static boolean isJoined(Journal.Move move, Collection<String> verbs) {
    return NewFiles.isJoined(Journal.publication(move.to()))
        && !Collections.disjoint(Tables.declaration(move.table()).madeBy(), verbs);
  }
}
