package dev.varve.jobs.warehouse.table;

/** Thrown when another run writes to the warehouse and did not finish within the waiting time. */
public final class WarehouseBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The fault, naming the owner of the lock. */
  public WarehouseBusyException(String owner) {
    super(
        "the warehouse is in use by "
            + owner
            + "; run again when it is done, or wait longer with --set lock.wait-seconds=N");
  }
}
