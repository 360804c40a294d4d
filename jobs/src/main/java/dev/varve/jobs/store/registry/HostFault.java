package dev.varve.jobs.store.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a host that more tries cannot change. It ends the inputs on this host, not the run.
 */
final class HostFault extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean affectsAllRequests;

  /**
   * A fault that was found at an address.
   *
   * @param affectsAllRequests whether every request to the host would fail in this way
   */
  HostFault(String address, String why, boolean affectsAllRequests, @Nullable Throwable cause) {
    super("%s cannot be read: %s".formatted(address, why), cause);
    this.affectsAllRequests = affectsAllRequests;
  }

  boolean affectsAllRequests() {
    return affectsAllRequests;
  }
}
