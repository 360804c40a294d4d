package dev.varve.jobs.query;

import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.past.PastTables;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.views.NamedViews;
import dev.varve.jobs.views.ReportViews;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What a query can name in DuckDB: tables, views and published figures, now or as of a time. */
final class DuckNames {
  /** What is a view over other names, by name; the rest are tables. */
  private final Map<String, String> views = new LinkedHashMap<>(DuckText.views());

  /** What takes long to compute, and is so once a session; each behind those it is made of. */
  private final Set<String> computed = new LinkedHashSet<>();

  /** All names, each behind those that it may be made of. */
  private final Set<String> names = new LinkedHashSet<>();

  /** The warehouse as it stands. */
  DuckNames() {
    names.addAll(Tables.names());
    names.addAll(views.keySet());
  }

  /** The warehouse as it stood earlier. */
  DuckNames(PastTables past) {
    views.putAll(past.stored());
    views.putAll(past.computed());
    computed.addAll(past.computed().keySet());
    Tables.names().forEach(name -> names.add(PastTables.EVERY + name));
    names.addAll(past.stored().keySet());
    names.addAll(views.keySet());
    names.removeAll(computed);
    names.addAll(computed);
  }

  Set<String> all() {
    return names;
  }

  /** The tables that are computed from the others, and so are never older. */
  Set<String> computed() {
    return computed;
  }

  boolean isView(String name) {
    return views.containsKey(name);
  }

  /** The query of a view. */
  String query(String view) {
    return views.getOrDefault(view, "");
  }

  /** The table that has the rows of a name that is no view. */
  static String table(String name) {
    return name.startsWith(PastTables.EVERY) ? name.substring(PastTables.EVERY.length()) : name;
  }

  /** The names that texts may name, as they stand now. */
  NamedViews named() {
    return new NamedViews(names, views);
  }

  /** Lets the reports that a text names be views like others, over tables that are not stale. */
  void addReports(Map<String, String> reports, Set<String> outdated) {
    reports.forEach(
        (name, sql) -> {
          views.put(name, ReportViews.without(outdated, sql, DuckText::none));
          names.add(name);
        });
  }
}
