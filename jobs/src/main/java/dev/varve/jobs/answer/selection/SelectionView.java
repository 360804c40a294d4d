package dev.varve.jobs.answer.selection;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A view that sets are chosen from: one row a reference to a layer, or a snapshot.
 *
 * @param view its name
 * @param columns those that a condition may name, with the kind of their values
 */
record SelectionView(String view, Map<String, Kind> columns) {
  /** The kind of values in a column. */
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

  /** Their columns, for people: {@code layer_reference has repository, tag, ..}. */
  static String listed(List<SelectionView> all) {
    List<String> lists = new ArrayList<>();
    for (SelectionView each : all) {
      lists.add(each.view + " has " + String.join(", ", each.columns.keySet()));
    }
    return String.join("; ", lists);
  }
}
