package dev.varve.jobs.engine;

/**
 * Permissions of a user's statements beyond reading the warehouse.
 *
 * @param files whether statements may name files, as tables or as arguments of functions
 */
public record AllowedSql(boolean files) {
  /** Statements read the warehouse and nothing else. */
  public static final AllowedSql READING = new AllowedSql(false);
}
