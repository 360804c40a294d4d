package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.Set;

/** Forecast of the size of a warehouse of all inputs, from the scratch warehouse of a part. */
final class WarehouseSize {
  /**
   * Tables that grow with the layers or ranges read; the part already has all rows of the others.
   */
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

  /** Relative difference in rows per byte between the part and the rest. */
  private static final double NOISE = 0.1;

  private WarehouseSize() {}

  /**
   * Forecasts the bytes of the tables that an ingest makes. Low: those of the part, as the rest may
   * add nothing new. High: growth in proportion, plus {@link #NOISE}.
   *
   * @param fold size of all inputs as a multiple of the part
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
