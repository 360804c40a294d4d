package dev.varve.model;

import java.io.IOException;

/** Guards steps that read bytes written by others against exhausting the stack or the memory. */
public final class ForeignBytes {
  private ForeignBytes() {}

  /** A step that reads bytes written by others. */
  @FunctionalInterface
  public interface Step<T> {
    /** Runs it. */
    T run() throws IOException;
  }

  /**
   * Runs a step. A StackOverflowError or OutOfMemoryError is blamed on the bytes, because the
   * readers' limits leave enough stack and memory for all valid input.
   *
   * @throws MalformedBlobException in place of such an error
   */
  public static <T> T read(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (StackOverflowError | OutOfMemoryError e) {
      boolean isStack = e instanceof StackOverflowError;
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          isStack
              ? "reading it takes more than the stack"
              : "reading it takes more memory than there is (%s)".formatted(e.getMessage()));
    }
  }
}
