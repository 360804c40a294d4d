package dev.varve.jobs.run;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;

/** How runs come to write. */
public final class Writing {
  private Writing() {}

  /** Waits as the settings say for others that write to the warehouse, and says so. */
  public static WarehouseWriter to(Warehouse warehouse, Settings settings, Reporter reporter)
      throws IOException {
    return WarehouseWriter.open(
        warehouse,
        settings.lockWaitSeconds(),
        settings.lockStaleSeconds(),
        owner -> reporter.note("waiting for " + owner + ", which writes to this warehouse"));
  }
}
