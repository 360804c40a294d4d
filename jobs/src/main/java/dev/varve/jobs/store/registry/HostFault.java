package dev.varve.jobs.store.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a host that more tries do not change: it ends the inputs on this host, not the run.
 */
final class HostFault extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean isOfAll;

  /**
   * A fault that was found at an address.
   *
   * @param isOfAll whether each other request to the host would meet it too
   */
  HostFault(String address, String why, boolean isOfAll, @Nullable Throwable cause) {
    super("%s cannot be read: %s".formatted(address, why), cause);
    this.isOfAll = isOfAll;
  }

  boolean isOfAll() {
    return isOfAll;
  }
}
