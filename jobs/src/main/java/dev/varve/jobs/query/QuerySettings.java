package dev.varve.jobs.query;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.guard.AllowedSql;
import dev.varve.jobs.run.SparkRuntime;
import java.util.List;

/**
 * How questions are answered.
 *
 * @param engine one of {@link #AUTO}, {@link #DUCKDB} and {@link #SPARK}
 * @param memoryBytes what DuckDB holds in memory; the rest is spilled
 * @param spillFolder where it is spilled
 * @param copyBytes size of a warehouse that is not local up to which its tables are copied for
 *     DuckDB
 * @param verifyPages whether DuckDB's input is compared with its checksums first
 * @param smallBytes size of a warehouse below which Spark is fitted to few rows
 * @param allowed what free queries may do
 */
public record QuerySettings(
    String engine,
    long memoryBytes,
    String spillFolder,
    long copyBytes,
    boolean verifyPages,
    long smallBytes,
    AllowedSql allowed) {
  static final String AUTO = "auto";
  public static final String DUCKDB = "duckdb";
  public static final String SPARK = "spark";

  private static final List<String> ENGINES = List.of(AUTO, DUCKDB, SPARK);

  /** Reads sections query and sql. */
  public static QuerySettings read(SettingReader settings) {
    LocalSettings local = LocalSettings.read(settings);
    return new QuerySettings(
        settings.name("query.engine", ENGINES),
        local.memoryBytes(),
        local.spillFolder(),
        local.copyBytes(),
        settings.name("query.verify-pages", AllowedSql.ANSWERS).equals("true"),
        SparkRuntime.smallBytes(settings),
        AllowedSql.read(settings));
  }
}
