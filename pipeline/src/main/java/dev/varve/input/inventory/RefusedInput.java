package dev.varve.input.inventory;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Serializable;

/**
 * An input that a plan cannot use.
 *
 * @param location URI of the file or folder
 * @param offset bytes into the file where the fault shows, or -1
 */
public record RefusedInput(String location, RejectReason reason, long offset, String message)
    implements Serializable {

  /** An input with the fault that its data has. */
  public static RefusedInput of(String location, MalformedBlobException fault) {
    return new RefusedInput(location, fault.reason(), fault.offset(), fault.explanation());
  }
}
