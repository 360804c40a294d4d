package dev.varve.disk;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one disk format. It has no state, so one instance serves all threads. Faults
 * of a file are created by {@link DiskFile#malformed}.
 */
interface DiskReader {
  /** Reads the header of a file, without its backing chain. */
  DiskHead head(DiskFile file) throws IOException;

  /**
   * The disk in a file; it closes the file.
   *
   * @param snapshot id or name of a snapshot inside of the file, or null for its active state
   * @param chain opens the backing file of this one
   */
  Disk open(DiskFile file, @Nullable String snapshot, BackingChain chain) throws IOException;
}
