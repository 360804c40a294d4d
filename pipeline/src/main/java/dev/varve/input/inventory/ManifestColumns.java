package dev.varve.input.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The header of a manifest.
 *
 * @param indexes index of each column in a row, by the column's name
 * @param faults all that is wrong with the header
 */
record ManifestColumns(Map<String, Integer> indexes, List<String> faults) {
  private static final List<String> NEEDED = List.of("vm", "snapshot", "path");
  private static final Set<String> KNOWN =
      Set.of("vm", "snapshot", "path", "parent", "taken_at", "format");

  static ManifestColumns of(CsvRows.@Nullable Row header) {
    Map<String, Integer> places = new HashMap<>();
    List<String> faults = new ArrayList<>();
    if (header != null && header.fault() != null) {
      faults.add(header.fault());
    }
    for (String field : header == null ? List.<String>of() : header.fields()) {
      String name = field.toLowerCase(Locale.ROOT);
      if (!KNOWN.contains(name)) {
        faults.add("unknown column " + field);
      } else if (places.put(name, places.size()) != null) {
        faults.add("column " + field + " is listed twice");
      }
    }
    NEEDED.stream()
        .filter(name -> !places.containsKey(name))
        .forEach(name -> faults.add("column " + name + " is missing"));
    return new ManifestColumns(places, faults);
  }

  int count() {
    return indexes.size();
  }

  boolean has(String name) {
    return indexes.containsKey(name);
  }

  /** A row's field, empty when there is no such column. */
  String field(CsvRows.Row row, String name) {
    Integer at = indexes.get(name);
    return at == null ? "" : row.fields().get(at);
  }
}
