package dev.varve.content.packed;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Serializable;

/** A fault of a layer, or of a disk in it, in a form that can be sent between machines. */
record PackedFault(RejectReason reason, long offset, String message) implements Serializable {
  static PackedFault of(MalformedBlobException e) {
    return new PackedFault(e.reason(), e.offset(), e.explanation());
  }

  static PackedFault unsupported(String message) {
    return new PackedFault(RejectReason.UNSUPPORTED, -1, message);
  }

  /** This fault with a place in front of its message. */
  PackedFault prefixed(String place) {
    return new PackedFault(reason, offset, place + ": " + message);
  }

  /** An exception that names the layer, once. */
  MalformedBlobException inLayer(String layer) {
    String named = "layer " + layer + ": ";
    return new MalformedBlobException(
        reason, offset, message.startsWith(named) ? message : named + message);
  }

  /** An exception with the message alone. */
  MalformedBlobException withoutLayer() {
    return new MalformedBlobException(reason, offset, message);
  }
}
