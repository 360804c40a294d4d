package dev.varve.packed;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Serializable;

/** A fault of a layer, or of a disk in it, as it travels between machines. */
record Fault(RejectReason reason, long offset, String message) implements Serializable {
  static Fault of(MalformedBlobException e) {
    return new Fault(e.reason(), e.offset(), e.explanation());
  }

  static Fault unsupported(String message) {
    return new Fault(RejectReason.UNSUPPORTED, -1, message);
  }

  /** This fault behind other words. */
  Fault in(String place) {
    return new Fault(reason, offset, place + ": " + message);
  }

  /** An exception that names the layer. */
  MalformedBlobException of(String layer) {
    return new MalformedBlobException(reason, offset, "layer " + layer + ": " + message);
  }

  /** An exception with the message alone. */
  MalformedBlobException alone() {
    return new MalformedBlobException(reason, offset, message);
  }
}
