package dev.varve.jobs.views;

import dev.varve.jobs.schema.Tables;

/** Reports as views beside the tables and views of a warehouse. */
public final class ReportViews {
  private ReportViews() {}

  /** The name of a report's view: an underscore for each dash, {@code _report} behind a table's. */
  public static String name(String report) {
    String name = report.replace('-', '_');
    boolean taken = Tables.names().contains(name) || DuckText.views().containsKey(name);
    return taken ? name + "_report" : name;
  }
}
