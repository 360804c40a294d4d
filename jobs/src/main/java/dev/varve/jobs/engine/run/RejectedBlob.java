package dev.varve.jobs.engine.run;

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

  /** A row; what cannot be reached counts as absent, and the message says why. */
  public RejectedBlob {
    reason = reason == RejectReason.UNREACHABLE ? RejectReason.ABSENT : reason;
  }

  /** The row for bytes that were found to be malformed. */
  public static RejectedBlob of(
      String runId, String source, @Nullable String digest, MalformedBlobException fault) {
    return new RejectedBlob(
        runId, source, digest, fault.reason(), offsetOrNull(fault.offset()), fault.explanation());
  }

  /** The value of an offset column: null when the offset is -1, which stands for unknown. */
  public static @Nullable Long offsetOrNull(long offset) {
    return offset < 0 ? null : offset;
  }
}
