package dev.varve.jobs.run;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import org.jspecify.annotations.Nullable;

/** A row of table {@code rejected_blob}. */
public record RejectedBlob(
    String runId,
    String source,
    @Nullable String digest,
    RejectReason reason,
    @Nullable Long offset,
    String message) {

  /** Of bytes that turned out bad. */
  public static RejectedBlob of(
      String runId, String source, @Nullable String digest, MalformedBlobException fault) {
    return new RejectedBlob(
        runId, source, digest, fault.reason(), place(fault.offset()), fault.explanation());
  }

  /** What the column has for an offset that is -1 where no place can be named. */
  public static @Nullable Long place(long offset) {
    return offset < 0 ? null : offset;
  }
}
