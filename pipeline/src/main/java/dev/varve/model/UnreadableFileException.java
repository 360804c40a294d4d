package dev.varve.model;

import java.io.IOException;

/** A failure to read a file's bytes: a fault of the disk or the network, not of the data. */
public final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1;

  /** Adds the location of the file to the message of the cause, which does not name it. */
  public UnreadableFileException(String location, IOException cause) {
    super(
        location
            + " cannot be read: "
            + (cause.getMessage() == null ? cause.toString() : cause.getMessage()),
        cause);
  }
}
