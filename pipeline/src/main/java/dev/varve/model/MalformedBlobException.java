package dev.varve.model;

import java.io.IOException;

/**
 * Bad data, as opposed to a fault of the disk or the network: the blob itself cannot be used.
 * Caught once per blob and recorded as a rejection; every other {@link IOException} is retried.
 */
public final class MalformedBlobException extends IOException {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;
  private final long offset;

  /**
   * @param reason the kind of fault
   * @param offset bytes into the stored blob where it shows, or -1 when no place can be named
   * @param message what is wrong, in words that name the values found
   */
  public MalformedBlobException(RejectReason reason, long offset, String message) {
    super(message);
    this.reason = reason;
    this.offset = offset;
  }

  /** A fault of which no place can be named. */
  public MalformedBlobException(RejectReason reason, String message) {
    this(reason, -1, message);
  }

  /** The kind of fault. */
  public RejectReason reason() {
    return reason;
  }

  /** Bytes into the stored blob, or -1. */
  public long offset() {
    return offset;
  }

  /** The message, never null. */
  public String explanation() {
    return String.valueOf(getMessage());
  }
}
