package dev.varve.model;

import java.io.IOException;

/** A file's bytes could not be had: a fault of the medium or of the way to it, not of the data. */
public final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1;

  /** Names the file, which the cause does not. */
  public UnreadableFileException(String location, IOException cause) {
    super(
        location
            + " cannot be read: "
            + (cause.getMessage() == null ? cause.toString() : cause.getMessage()),
        cause);
  }
}
