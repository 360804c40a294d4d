package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one disk format. It has no state, so one instance serves all threads. Faults
 * of a file are created by {@link DiskFile#malformed}.
 */
interface DiskReader {
  /** Reads the header of a file, without the files below. */
  DiskHead head(DiskFile file) throws IOException;

  /**
   * Opens the disk in a file. Closing the disk closes the file; when this method throws, the caller
   * closes the file.
   *
   * @param chain opens further files that the disk consists of
   */
  DiskLayer open(DiskFile file, BackingChain chain) throws IOException;

  /**
   * A snapshot inside of a file.
   *
   * @param snapshot its id or name
   */
  default DiskLayer open(DiskFile file, String snapshot, BackingChain chain) throws IOException {
    throw file.malformed(
        RejectReason.ABSENT, -1, "an image of this format has no internal snapshot " + snapshot);
  }

  /** The identity by which a file over this one names it; null where the format has none. */
  default @Nullable String identity(DiskFile file) throws IOException {
    return null;
  }
}
