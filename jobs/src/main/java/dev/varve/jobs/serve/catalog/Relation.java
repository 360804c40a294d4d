package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.warehouse.schema.SqlFiles;

/**
 * Something that a query may read from.
 *
 * @param name of lower-case letters, digits and underscores
 * @param comment what a row is, and how it counts; one line
 * @param sql the query of a view or a report, without its comments; empty for a table
 */
public record Relation(String name, Kind kind, String comment, String sql) {
  /** Its kind; relations of a kind are made of those of earlier kinds, and of their own kind. */
  public enum Kind {
    /** Its rows are stored. */
    TABLE,
    /** A query over tables, or printed figures. */
    VIEW,
    /** The answer to a question. */
    REPORT
  }

  static Relation of(String name, Kind kind, String text) {
    return new Relation(
        name, kind, String.join(" ", SqlFiles.heading(text)), SqlFiles.withoutComments(text));
  }

  /** Whether its rows are stored. */
  public boolean isTable() {
    return kind == Kind.TABLE;
  }
}
