package dev.varve.jobs.table;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The place of a warehouse cannot be written. */
public final class ReadOnlyWarehouseException extends IOException {
  private static final long serialVersionUID = 1L;

  ReadOnlyWarehouseException(String place, @Nullable Throwable cause) {
    super(place + " cannot be written: it is read-only, or belongs to another account", cause);
  }
}
