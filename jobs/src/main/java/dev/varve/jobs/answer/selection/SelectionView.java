package dev.varve.jobs.answer.selection;

import dev.varve.jobs.conf.Suggestions;
import dev.varve.jobs.engine.condition.Kind;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * View from which a user selects rows: each row is a reference to a layer, or a snapshot.
 *
 * @param view name of the view
 * @param columns kinds of values by column, for the columns that a condition may name
 */
record SelectionView(String view, Map<String, Kind> columns) {
  /** Length from which the beginning of a column's name suggests the column. */
  private static final int MIN_ABBREVIATION = 3;

  /**
   * All views for conditions: the files of {@code schemas/views} that declare the kind of their
   * columns.
   */
  static List<SelectionView> all() {
    List<SelectionView> all = new ArrayList<>();
    SqlFiles.folder("views")
        .forEach(
            (view, sql) -> {
              Map<String, List<String>> header = SqlFiles.header(sql);
              Map<String, Kind> columns = new LinkedHashMap<>();
              for (Kind kind : Kind.values()) {
                header.getOrDefault(kind.key(), List.of()).forEach(name -> columns.put(name, kind));
              }
              if (!columns.isEmpty()) {
                all.add(new SelectionView(view, columns));
              }
            });
    return all;
  }

  /** Those of the views that some report takes owners from. */
  static List<SelectionView> ofOwners() {
    Set<String> owning = new TreeSet<>();
    SqlFiles.folder("reports")
        .values()
        .forEach(sql -> owning.addAll(SqlFiles.header(sql).getOrDefault("owners", List.of())));
    return all().stream().filter(view -> owning.contains(view.view)).toList();
  }

  /**
   * Text for messages about an unknown column: the nearest ones, and a list of all: {@code did you
   * mean tag? layer_reference has repository, tag, ..}.
   */
  static String suggested(String column, List<SelectionView> all) {
    Set<String> known = new TreeSet<>();
    all.forEach(view -> known.addAll(view.columns.keySet()));
    String suggestion = known.contains(column) ? "" : Suggestions.didYouMean(column, known);
    if (suggestion.isEmpty() && column.length() >= MIN_ABBREVIATION) {
      suggestion =
          known.stream()
              .filter(name -> name.startsWith(column) && !name.equals(column))
              .findFirst()
              .map("did you mean %s?"::formatted)
              .orElse("");
    }
    List<String> lists = new ArrayList<>();
    for (SelectionView view : all) {
      lists.add(view.view + " has " + String.join(", ", view.columns.keySet()));
    }
    return (suggestion.isEmpty() ? "" : suggestion + " ") + String.join("; ", lists);
  }
}
