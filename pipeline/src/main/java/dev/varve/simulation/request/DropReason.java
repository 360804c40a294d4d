package dev.varve.simulation.request;

import dev.varve.simulation.request.RegistryRequest.Kind;
import org.jspecify.annotations.Nullable;

/** Reason why an entry of a trace is not replayed. The reasons are checked in this order. */
public enum DropReason {
  /** Neither GET nor PUT. */
  METHOD,
  /** Its URI names no manifest, a GET of an upload, or a PUT of a blob by its digest. */
  TARGET,
  /** No bytes were sent: the answer was an error, or the client's own cache was valid. */
  NO_BYTES,
  /** GET or PUT of the config of an image in the warehouse; registries store configs whole. */
  CONFIG,
  /** GET of a blob by a client that requests no manifest of the repository in the whole trace. */
  NO_MANIFEST,
  /** PUT of a manifest of this repository and id that was put before. */
  REPEATED_MANIFEST,
  /** PUT of a blob that no later GET of the same repository and size names. */
  NEVER_NAMED;

  /** The reason visible from the entry alone, or null to keep it. */
  static @Nullable DropReason of(RegistryRequest request) {
    boolean gets = request.method().equals("GET");
    if (!gets && !request.method().equals("PUT")) {
      return METHOD;
    }
    boolean known =
        request.kind() == Kind.MANIFEST || request.kind() == (gets ? Kind.BLOB : Kind.UPLOAD);
    if (!known) {
      return TARGET;
    }
    return request.bytes() == 0 ? NO_BYTES : null;
  }
}
