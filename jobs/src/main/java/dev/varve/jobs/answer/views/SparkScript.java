package dev.varve.jobs.answer.views;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * SQL script that creates the tables, views and reports of a warehouse as views in Spark, over the
 * tables of a catalog. The views are made in the current namespace of the session that runs it.
 */
public final class SparkScript {
  private static final String HEADER =
      """
      -- The tables, views and reports of a warehouse as views in Spark, over the tables of its catalog: a report is named
      -- as in varve report --list, with _ for -, and with _report behind it where a table has that name. Say USE before:
      -- the views are made in the current database. What later runs publish is seen. What is gone from its source is left
      -- out; views every_TABLE have all rows. Each session says: SET spark.sql.session.timeZone = UTC.
      """;

  private final StringBuilder text = new StringBuilder(HEADER);

  private SparkScript() {}

  /**
   * The script.
   *
   * @param catalog name of the catalog, and the levels of the namespace of its tables
   * @param prices prices by which reports compute costs
   */
  public static String of(List<String> catalog, Prices prices) {
    SparkScript script = new SparkScript();
    script.statement("SET spark.sql.session.timeZone = UTC");
    String place = String.join(".", catalog.stream().map(SparkScript::name).toList());
    PastTables now = PastTables.now();
    for (String table : Tables.names()) {
      String rows = "SELECT * FROM %s.%s".formatted(place, name(table));
      script.create(
          PastTables.ALL_ROWS_PREFIX + table, List.of("All rows of table " + table), rows);
      if (!now.stored().containsKey(table) && !now.computed().containsKey(table)) {
        script.present(table, rows);
      }
    }
    now.stored().forEach(script::present);
    Map<String, String> views = SqlFiles.folder("views");
    Tables.views()
        .forEach(name -> script.documented(name, Objects.requireNonNull(views.get(name))));
    SqlFiles.folder("published").forEach(script::documented);
    now.computed().forEach(script::present);
    SqlFiles.folder("reports")
        .forEach((name, sql) -> script.documented(ReportViews.name(name), prices.addTo(sql)));
    return script.text.toString();
  }

  /** Creates what is there now of a table, or what decides that. */
  private void present(String name, String sql) {
    List<String> prose =
        Tables.names().contains(name) ? Tables.declaration(name).prose() : List.of();
    create(name, prose, sql);
  }

  /** Creates a view with the heading of its SQL as its comment. */
  private void documented(String name, String sql) {
    create(name, SqlFiles.heading(sql), sql);
  }

  private void create(String name, List<String> prose, String sql) {
    // In one line: programs that split a script at ends of lines would cut it within the text.
    String comment = String.join(" ", prose);
    text.append('\n');
    statement(
        "CREATE OR REPLACE VIEW %s%s AS\n%s"
            .formatted(
                name(name),
                comment.isEmpty() ? "" : " COMMENT " + quoted(comment),
                SqlFiles.withoutComments(sql).strip()));
  }

  private void statement(String sql) {
    text.append(sql).append(";\n");
  }

  private static String name(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
