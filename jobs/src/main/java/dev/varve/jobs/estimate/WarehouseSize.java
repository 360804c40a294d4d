package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.Set;

/** How large a warehouse of all inputs gets, from the scratch warehouse of a part. */
final class WarehouseSize {
  /** What grows with the layers or ranges read; the others are whole already. */
  private static final Set<String> GROWING =
      Set.of(
          "layer_recipe",
          "layer_framing",
          "layer",
          "layer_phase",
          "content_sample",
          "file_recipe",
          "segment_recipe",
          "segment");

  /** How much fuller or emptier than the part the rest may be. */
  private static final double NOISE = 0.1;

  private WarehouseSize() {}

  /**
   * The bytes of the tables that an ingest makes: at least those of the part, at most all in
   * proportion.
   *
   * @param fold how many times larger all inputs are
   */
  static Quantity forecast(Run run, String verb, double fold) throws IOException {
    double part = 0;
    double growing = 0;
    double rows = 0;
    for (String table : Tables.madeBy(verb)) {
      double bytes = (double) run.warehouse().bytes(table);
      part += bytes;
      if (GROWING.contains(table)) {
        growing += bytes;
        rows +=
            table.equals("layer_recipe") ? Math.max(0, bytes - Publication.FILTER_BYTES) : bytes;
      }
    }
    return Quantity.forecast(
        Quantity.Measure.WAREHOUSE_BYTES,
        new Interval(part + (fold - 1) * rows, part, (1 + NOISE) * (part + (fold - 1) * growing)));
  }
}
