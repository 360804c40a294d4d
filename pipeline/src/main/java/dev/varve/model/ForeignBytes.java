package dev.varve.model;

import java.io.IOException;

/** Steps over bytes that others wrote. */
public final class ForeignBytes {
  private ForeignBytes() {}

  /** A step that reads such bytes. */
  @FunctionalInterface
  public interface Step<T> {
    /** Runs it. */
    T take() throws IOException;
  }

  /**
   * Runs a step. Bytes that exhaust the stack or the memory are at fault themselves: the limits of
   * the readers leave enough of both for all that is valid.
   *
   * @throws MalformedBlobException in place of such an error
   */
  public static <T> T read(Step<T> step) throws IOException {
    try {
      return step.take();
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
