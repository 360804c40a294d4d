package dev.varve.jobs.answer.views;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * SQL script that creates the tables, views and reports of a warehouse as views in DuckDB, with
 * their comments. Tables are read by file patterns, so rows of later runs appear. DuckDB rejects a
 * pattern without files: a table without files is an empty view until the script is made again. The
 * script is one transaction, and replaces the views of an earlier script.
 */
public final class DuckScript {
  private static final String HEADER =
      """
      -- The tables, views and reports of a warehouse as views in DuckDB: a report is named as in varve report --list,
      -- with _ for -, and with _report behind it where a table has that name. What later runs publish is seen, but in
      -- tables that had no files: make this again after a verb that ran for the first time, and for another version.
      -- What is gone from its source is left out; views every_TABLE have all rows.
      -- In a database file, each session says: SET TimeZone = 'UTC'; reports print times in it.
      """;

  private final StringBuilder text = new StringBuilder(HEADER);

  private DuckScript() {}

  /**
   * The script.
   *
   * @param folder absolute path of the warehouse
   * @param withFiles names of the tables that have files
   * @param prices prices by which reports compute costs
   */
  public static String of(String folder, Set<String> withFiles, Prices prices) {
    DuckScript script = new DuckScript();
    script.statement(DuckText.TIME_ZONE);
    script.statement("BEGIN");
    script.statement(DuckText.MACROS);
    PastTables now = PastTables.now();
    for (String name : Tables.names()) {
      String pattern = DuckText.pattern(folder + "/" + name) + "/*.parquet";
      String rows =
          withFiles.contains(name)
              ? DuckText.rows(name, List.of(pattern))
              : DuckText.emptyRows(name);
      script.create(PastTables.ALL_ROWS_PREFIX + name, rows);
      if (!now.stored().containsKey(name) && !now.computed().containsKey(name)) {
        script.table(Tables.declaration(name), rows);
      }
    }
    now.stored().forEach(script::present);
    DuckText.views().forEach((name, sql) -> script.view(name, sql));
    now.computed().forEach(script::present);
    SqlFiles.folder("reports")
        .forEach((name, sql) -> script.report(ReportViews.name(name), prices.addTo(sql)));
    script.statement("COMMIT");
    return script.text.toString();
  }

  /** Creates what is there now of a table, or what decides that. */
  private void present(String name, String sql) {
    if (Tables.names().contains(name)) {
      table(Tables.declaration(name), sql);
    } else {
      create(name, SqlFiles.withoutComments(sql));
    }
  }

  private void table(TableDeclaration table, String rows) {
    create(table.name(), rows);
    comment("VIEW " + DuckText.name(table.name()), table.prose());
    for (Map.Entry<String, String> column : table.comments().entrySet()) {
      comment(
          "COLUMN " + DuckText.name(table.name()) + "." + DuckText.name(column.getKey()),
          List.of(column.getValue()));
    }
  }

  /** Creates a view over others, with the heading of its SQL as its comment. */
  private void view(String name, String sql) {
    create(name, SqlFiles.withoutComments(sql));
    comment("VIEW " + DuckText.name(name), SqlFiles.heading(sql));
  }

  /** Creates a report as a view, with the column types of its results. */
  private void report(String name, String sql) {
    create(name, DuckText.withBigintSums(SqlFiles.withoutComments(sql)));
    comment("VIEW " + DuckText.name(name), SqlFiles.heading(sql));
  }

  private void create(String name, String sql) {
    text.append('\n');
    statement("CREATE OR REPLACE VIEW %s AS\n%s".formatted(DuckText.name(name), sql.strip()));
  }

  private void comment(String object, List<String> lines) {
    statement("COMMENT ON %s IS %s".formatted(object, DuckText.quoted(String.join("\n", lines))));
  }

  private void statement(String sql) {
    text.append(sql).append(";\n");
  }
}
