package dev.varve.jobs.cli;

import dev.varve.jobs.job.NoInputException;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/** Opens a warehouse that must be there. */
final class Warehouses {
  private Warehouses() {}

  /**
   * The warehouse at a location.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static Warehouse existing(SparkSession spark, String location) throws IOException {
    Warehouse warehouse = new Warehouse(spark, location);
    if (!warehouse.exists()) {
      throw NoInputException.noWarehouse(location);
    }
    return warehouse;
  }
}
