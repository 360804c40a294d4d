package dev.varve.jobs.engine;

/**
 * Permissions of a user's statements beyond reading the warehouse.
 *
 * @param files whether they may name files, as tables and to functions
 */
public record AllowedSql(boolean files) {
  /** Statements read the warehouse and nothing else. */
  public static final AllowedSql READING = new AllowedSql(false);
}
