package dev.varve.jobs.views;

import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.TableDeclaration;
import dev.varve.jobs.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A script that makes the tables, views and reports of a warehouse as views in DuckDB, with their
 * comments. Tables are patterns of files: what later runs publish is seen, also in tables that have
 * no files yet. All views appear together, and take the place of those of an earlier script.
 */
final class DuckScript {
  private static final String HEAD =
      """
      -- The tables, views and reports of a warehouse as views in DuckDB, 2.0 or later: a report is named as in
      -- varve report --list, with _ for -, and with _report behind it where a table has that name.
      -- What later runs publish is seen without running this again; run it again with another version of Varve.
      -- In a database file, each session says: SET TimeZone = 'UTC'; reports print times in it.
      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  private DuckScript() {}

  /**
   * The script.
   *
   * @param folder the warehouse, an absolute path
   */
  static String of(String folder) {
    DuckScript script = new DuckScript();
    script.statement(DuckText.TIME_ZONE);
    script.statement("BEGIN");
    script.statement(DuckText.MACROS);
    Tables.names().forEach(name -> script.table(Tables.declaration(name), folder));
    DuckText.views().forEach((name, sql) -> script.view(name, sql));
    SqlFiles.folder("reports").forEach((name, sql) -> script.view(ReportViews.name(name), sql));
    script.statement("COMMIT");
    return script.text.toString();
  }

  private void table(TableDeclaration table, String folder) {
    String files = DuckText.pattern(folder + "/" + table.name()) + "/*.parquet";
    create(table.name(), DuckText.rows(table.name(), List.of(files), ", allow_empty = true"));
    comment("VIEW " + DuckText.name(table.name()), table.prose());
    for (Map.Entry<String, String> column : table.comments().entrySet()) {
      comment(
          "COLUMN " + DuckText.name(table.name()) + "." + DuckText.name(column.getKey()),
          List.of(column.getValue()));
    }
  }

  /** A view over others, with the prose that opens its text. */
  private void view(String name, String sql) {
    create(
        name,
        sql.lines().dropWhile(line -> line.startsWith("--")).collect(Collectors.joining("\n")));
    comment("VIEW " + DuckText.name(name), SqlFiles.heading(sql));
  }

  private void create(String name, String sql) {
    text.append('\n');
    statement("CREATE OR REPLACE VIEW %s AS\n%s".formatted(DuckText.name(name), sql.strip()));
  }

  private void comment(String what, List<String> lines) {
    statement("COMMENT ON %s IS %s".formatted(what, DuckText.quoted(String.join("\n", lines))));
  }

  private void statement(String sql) {
    text.append(sql).append(";\n");
  }
}
