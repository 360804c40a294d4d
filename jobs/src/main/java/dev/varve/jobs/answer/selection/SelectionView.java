package dev.varve.jobs.answer.selection;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * View from which a user selects rows: each row is a reference to a layer, or a snapshot.
 *
 * @param view name of the view
 * @param columns kinds of values by column, for the columns that a condition may name
 */
record SelectionView(String view, Map<String, Kind> columns) {
  /** Kind of the values in a column. */
  enum Kind {
    TEXT("texts"),
    NUMBER("numbers"),
    TIME("times");

    private final String key;

    Kind(String key) {
      this.key = key;
    }
  }

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
                header.getOrDefault(kind.key, List.of()).forEach(name -> columns.put(name, kind));
              }
              if (!columns.isEmpty()) {
                all.add(new SelectionView(view, columns));
              }
            });
    return all;
  }

  /** Text for messages that lists the columns: {@code layer_reference has repository, tag, ..}. */
  static String listed(List<SelectionView> all) {
    List<String> lists = new ArrayList<>();
    for (SelectionView view : all) {
      lists.add(view.view + " has " + String.join(", ", view.columns.keySet()));
    }
    return String.join("; ", lists);
  }
}
