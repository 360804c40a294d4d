package dev.varve.jobs.warehouse.table;

/** Another run writes to the warehouse and did not finish in time. */
public final class WarehouseBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Names the owner. */
  public WarehouseBusyException(String owner) {
    super(
        "the warehouse is in use by "
            + owner
            + "; run again when it is done, or wait longer with --set lock.wait-seconds=N");
  }
}
