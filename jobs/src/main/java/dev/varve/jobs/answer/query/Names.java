package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The names that a question can use: tables, views and published figures, now or as of a time. */
final class Names {
  /** All names, each behind those that it may be made of. */
  private final Set<String> names = new LinkedHashSet<>(NamedViews.ALL.names());

  /** The texts of views, by name; the other names are tables. */
  private final Map<String, String> views = new LinkedHashMap<>(NamedViews.ALL.views());

  /** Views that take long to compute, and are computed once. */
  private final Set<String> computed;

  private Names(Set<String> computed) {
    this.computed = computed;
  }

  /** The warehouse as it stands. */
  static Names now() {
    return new Names(Set.of());
  }

  /** The warehouse as it stood earlier. */
  static Names asOf(Moment moment) {
    PastTables past = new PastTables(moment);
    Names all = new Names(past.computed().keySet());
    all.views.putAll(past.stored());
    all.views.putAll(past.computed());
    all.names.clear();
    Tables.names().forEach(name -> all.names.add(PastTables.EVERY + name));
    all.names.addAll(past.stored().keySet());
    NamedViews.ALL.names().stream()
        .filter(name -> !Tables.names().contains(name))
        .forEach(all.names::add);
    all.names.addAll(all.computed);
    return all;
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

  Query query(String view) {
    boolean own = !Tables.names().contains(view) && Tables.views().contains(view);
    String sql = views.getOrDefault(view, "");
    return new Query(own ? "views" : "", view, sql, Map.of());
  }

  /** The table whose rows a name that is no view stands for. */
  static String table(String name) {
    return name.startsWith(PastTables.EVERY) ? name.substring(PastTables.EVERY.length()) : name;
  }

  /** The names that texts may name. */
  NamedViews named() {
    return new NamedViews(names, views);
  }

  /** Adds a view, behind all that are there. */
  void add(String name, String sql) {
    views.put(name, sql);
    names.add(name);
  }
}
