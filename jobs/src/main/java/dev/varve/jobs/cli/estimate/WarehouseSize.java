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
  private static final Set<String> GROWING_TABLES =
      Set.of(
          "layer_recipe",
          "layer_framing",
          "layer",
          "layer_phase",
          "content_sample",
          "file_recipe",
          "format_sample",
          "layer_pull",
          "segment_recipe",
          "segment");

  /** Relative difference in rows per byte between the part and the rest. */
  private static final double NOISE = 0.1;

  private WarehouseSize() {}

  /**
   * Forecasts the bytes of the tables that an ingest makes. Low: those of the part, as the rest may
   * add nothing new. High: growth in proportion, plus {@link #NOISE}.
   *
   * @param allOverPart size of all inputs as a multiple of the part
   */
  static Quantity forecast(WarehouseFiles part, String verb, double allOverPart)
      throws IOException {
    double bytesOfPart = 0;
    double growingBytes = 0;
    for (String table : Tables.madeBy(verb)) {
      double bytes = (double) part.bytes(table);
      bytesOfPart += bytes;
      if (GROWING_TABLES.contains(table)) {
        growingBytes += bytes;
      }
    }
    return Quantity.forecast(
        Quantity.Measure.WAREHOUSE_BYTES,
        new ConfidenceInterval(
            bytesOfPart + (allOverPart - 1) * growingBytes,
            bytesOfPart,
            (1 + NOISE) * (bytesOfPart + (allOverPart - 1) * growingBytes)));
  }
}
