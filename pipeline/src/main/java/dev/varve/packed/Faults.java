package dev.varve.packed;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;

/** Faults of disks inside of images; those of a layer name it. */
final class Faults {
  private Faults() {}

  static MalformedBlobException unsupported(String message) {
    return new MalformedBlobException(RejectReason.UNSUPPORTED, message);
  }

  static MalformedBlobException of(String layer, MalformedBlobException fault) {
    return new MalformedBlobException(
        fault.reason(), fault.offset(), "layer " + layer + ": " + fault.explanation());
  }
}
