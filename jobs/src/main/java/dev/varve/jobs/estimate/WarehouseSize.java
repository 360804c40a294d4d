package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
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

  private WarehouseSize() {}

  /**
   * The bytes of the tables that an ingest makes.
   *
   * @param fold how many times larger all inputs are
   */
  static Quantity forecast(Run run, String verb, double fold) throws IOException {
    double bytes = 0;
    for (String table : Tables.madeBy(verb)) {
      bytes += (GROWING.contains(table) ? fold : 1) * run.warehouse().bytes(table);
    }
    return Quantity.forecast(Quantity.Measure.WAREHOUSE_BYTES, Interval.exact(bytes));
  }
}
