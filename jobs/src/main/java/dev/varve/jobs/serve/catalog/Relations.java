package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.serve.catalog.Relation.Kind;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All tables, views, published figures and reports. A report is a view of its name with
 * underscores, as it answers without options; where a table has that name, the report has {@code
 * _report} behind it.
 */
public final class Relations {
  private static final Pattern NO_WORD = Pattern.compile("\\W+");
  private static final Map<String, Relation> ALL = read();

  private Relations() {}

  private static Map<String, Relation> read() {
    Map<String, Relation> all = new TreeMap<>();
    for (String name : Tables.names()) {
      String prose = String.join(" ", Tables.declaration(name).prose());
      all.put(name, new Relation(name, Kind.TABLE, prose, ""));
    }
    for (String folder : new String[] {"views", "published"}) {
      SqlFiles.folder(folder)
          .forEach((name, sql) -> all.put(name, Relation.of(name, Kind.VIEW, sql)));
    }
    SqlFiles.folder("reports")
        .forEach(
            (report, sql) -> {
              String name = ReportViews.name(report);
              all.put(name, Relation.of(name, Kind.REPORT, sql));
            });
    return all;
  }

  /** All, sorted by name. */
  public static Collection<Relation> all() {
    return ALL.values();
  }

  /** The one of a name in lower case. */
  static Relation named(String name) {
    Relation relation = ALL.get(name);
    if (relation == null) {
      throw new IllegalArgumentException("there is no relation " + name);
    }
    return relation;
  }

  static boolean isNamed(String word) {
    return ALL.containsKey(word.toLowerCase(Locale.ROOT));
  }

  /** The relations whose names are words of a text: all that a query reads, and maybe more. */
  static Set<String> in(String text) {
    Set<String> named =
        NO_WORD
            .splitAsStream(text.toLowerCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));
    named.retainAll(ALL.keySet());
    return named;
  }
}
