package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.Set;

/** The size of a warehouse of all inputs, from the scratch warehouse of a part. */
final class WarehouseSize {
  /** Tables that grow with the layers or ranges read; the others are whole already. */
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

  /** Relative amount by which the rest may be fuller or emptier than the part. */
  private static final double NOISE = 0.1;

  private WarehouseSize() {}

  /**
   * The bytes of the tables that an ingest makes: at least those of the part, at most all in
   * proportion.
   *
   * @param fold how many times larger all inputs are
   */
  static Quantity forecast(WarehouseFiles part, String verb, double fold) throws IOException {
    double bytesOfPart = 0;
    double growing = 0;
    for (String table : Tables.madeBy(verb)) {
      double bytes = (double) part.bytes(table);
      bytesOfPart += bytes;
      if (GROWING.contains(table)) {
        growing += bytes;
      }
    }
    return Quantity.forecast(
        Quantity.Measure.WAREHOUSE_BYTES,
        new ConfidenceInterval(
            bytesOfPart + (fold - 1) * growing,
            bytesOfPart,
            (1 + NOISE) * (bytesOfPart + (fold - 1) * growing)));
  }
}
