package dev.varve.input.disk;

import java.io.Closeable;
import java.io.IOException;

/**
 * The tables of one file of a chain: where the file stores each guest byte. The one class that a
 * format with tables needs, next to its header and its {@link DiskReader}. {@link BlockMap} joins
 * entries to runs, and {@link BlockDisk} reads them over the files below.
 *
 * <p>Tables may have two levels: a table of tables, of which some do not exist. Every look-up is
 * bounded work, however the bytes of the file may be.
 */
interface BlockTables extends Closeable {
  /** The file, of which others may be parts. */
  DiskFile file();

  /** Length of the disk. */
  long virtualBytes();

  /** Guest bytes that one entry determines. */
  int unitBytes();

  /**
   * Number of the lower-level table that a guest byte belongs to; always 0 in formats with one
   * level.
   */
  default long tableOf(long offset) throws IOException {
    return 0;
  }

  /** The guest byte after the last that belongs to the same table. */
  default long endOfTable(long offset) throws IOException {
    return virtualBytes();
  }

  /**
   * Whether the table of a guest byte exists. If not, the file stores none of the bytes that the
   * table would cover.
   */
  default boolean hasTable(long offset) throws IOException {
    return true;
  }

  /**
   * Reads the entry of a guest byte: a run from there to the end of its unit, which may be behind
   * the end of the disk. Called only where the table exists.
   */
  ClusterRun entry(long offset) throws IOException;

  /**
   * Reads bytes of a run that is stored.
   *
   * @param offset guest byte where the run begins
   * @param length no more than the run has
   */
  default void read(long offset, ClusterRun run, byte[] into, int from, int length)
      throws IOException {
    file().read(run.hostOffset(), into, from, length);
  }

  /** Guest bytes of a run for which the file counts as having data. */
  default long allocatedBytes(long offset, ClusterRun run) throws IOException {
    return run.isStored() ? run.bytes() : 0;
  }

  /** A budget of the space in the file, nothing of which is used yet. */
  default ClusterBudget budget() throws IOException {
    return new ClusterBudget(Long.MAX_VALUE, file().bytes(), 0);
  }

  /** Refuses a file in which tables, or clusters of data, take more than its space. */
  default void check(ClusterBudget budget) throws IOException {
    if (budget.isExceeded()) {
      throw file()
          .corrupt(-1, "its tables refer to more blocks than fit into the file: some overlap");
    }
  }

  /**
   * Sizes of the file's tables for simulations of chains, which support only qcow2; otherwise NONE.
   */
  default FileTables fileTables() throws IOException {
    return FileTables.NONE;
  }

  /** Whether the file has the mark that it is corrupt. */
  default boolean isMarkedCorrupt() {
    return false;
  }

  /** Closes the file, and those that are parts of it. */
  @Override
  default void close() throws IOException {
    file().close();
  }
}
