package dev.varve.jobs.engine;

import dev.varve.jobs.conf.SettingReader;
import java.util.List;

/**
 * What queries may do beyond reading the warehouse.
 *
 * @param files whether they may name files, as tables and to functions
 * @param reflection whether they may call methods of Java by name
 */
public record AllowedSql(boolean files, boolean reflection) {
  /** Queries read the warehouse and nothing else. */
  public static final AllowedSql READING = new AllowedSql(false, false);

  /** The answers of a setting that allows something. */
  public static final List<String> ANSWERS = List.of("false", "true");

  /** Reads section sql. */
  public static AllowedSql read(SettingReader settings) {
    return new AllowedSql(
        settings.name("sql.files", ANSWERS).equals("true"),
        settings.name("sql.reflection", ANSWERS).equals("true"));
  }
}
