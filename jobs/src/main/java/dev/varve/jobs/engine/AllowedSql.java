package dev.varve.jobs.engine;

/**
 * Permissions of queries beyond reading the warehouse.
 *
 * @param files whether they may name files, as tables and to functions
 * @param reflection whether they may call methods of Java by name
 */
public record AllowedSql(boolean files, boolean reflection) {
  /** Queries read the warehouse and nothing else. */
  public static final AllowedSql READING = new AllowedSql(false, false);
}
