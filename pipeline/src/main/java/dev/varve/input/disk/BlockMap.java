package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Runs of the guest bytes of one file: equal neighbouring entries of its tables, joined. */
final class BlockMap {
  /** Most entries read for one run, so that the work of a call is bounded. */
  private static final int MOST_STEPS = 2048;

  private final BlockTables tables;
  private final @Nullable BlockMap later;

  /**
   * @param later the state that follows in the same file; null of the active one
   */
  BlockMap(BlockTables tables, @Nullable BlockMap later) {
    this.tables = tables;
    this.later = later;
  }

  /** Length of the disk. */
  long virtualBytes() {
    return tables.virtualBytes();
  }

  BlockTables tables() {
    return tables;
  }

  /**
   * The run that begins at a guest offset. It ends where the state or the place changes, where a
   * table ends, at {@code most} bytes or a little beyond, or after a bounded number of entries.
   */
  ClusterRun run(long offset, long most) throws IOException {
    long end = tables.endOfTable(offset);
    if (!tables.hasTable(offset)) {
      return ClusterRun.nothing(State.UNALLOCATED, endOfGap(end, offset, most) - offset);
    }
    ClusterRun first = tables.entry(offset);
    long at = offset + first.bytes();
    for (int step = 0; step < MOST_STEPS && at - offset < most && at < end; step++) {
      ClusterRun next = tables.entry(at);
      if (!first.isContinuedBy(next, at - offset)) {
        break;
      }
      at += next.bytes();
    }
    return first.ofBytes(Math.min(at, end) - offset);
  }

  /** Offset at which the first table behind {@code end} begins. */
  private long endOfGap(long end, long offset, long most) throws IOException {
    long gap = end;
    for (int step = 0; step < MOST_STEPS && gap - offset < most; step++) {
      if (gap >= virtualBytes() || tables.hasTable(gap)) {
        break;
      }
      gap = tables.endOfTable(gap);
    }
    return gap;
  }

  /**
   * Guest bytes for which this file stores data, but for what the state that follows has at the
   * same place. So each cluster of a file counts for the last state that it was in, unless the
   * guest went back to an earlier one. A file whose tables or clusters would not fit into it is
   * refused: some of them must overlap, and counting them all could take very long.
   */
  long allocatedBytes() throws IOException {
    long allocated = 0;
    ClusterBudget budget = tables.budget();
    long table = -1;
    BlockMap other = later;
    for (long offset = 0; offset < virtualBytes(); ) {
      ClusterRun run = run(offset, Long.MAX_VALUE);
      if (tables.tableOf(offset) != table) {
        table = tables.tableOf(offset);
        if (tables.hasTable(offset)) {
          budget.addTable();
        }
      }
      allocated += tables.allocatedBytes(offset, run);
      if (run.isStored()) {
        try {
          allocated -= other == null ? 0 : other.sharedBytes(run, offset);
        } catch (MalformedBlobException e) {
          other = null; // Opening that state reports the fault; this one is whole.
        }
      }
      budget.add(run);
      tables.check(budget);
      offset += run.bytes();
    }
    return allocated;
  }

  /** Answers {@link Disk#overlaps}; an entry that cannot be valid counts as a cluster. */
  boolean overlaps() throws IOException {
    ClusterBudget budget = tables.budget();
    for (long at = 0; at < virtualBytes() && !budget.isExceeded(); at = tables.endOfTable(at)) {
      try {
        if (tables.hasTable(at)) {
          budget.addTable();
          addRuns(at, budget);
        }
      } catch (MalformedBlobException e) {
        budget.addTable();
      }
    }
    return budget.isExceeded();
  }

  /** Counts the runs of the table that a guest byte belongs to. */
  private void addRuns(long start, ClusterBudget budget) throws IOException {
    long end = tables.endOfTable(start);
    for (long at = start; at < end && !budget.isExceeded(); ) {
      ClusterRun run;
      try {
        run = run(at, Long.MAX_VALUE);
      } catch (MalformedBlobException e) {
        run = new ClusterRun(State.NORMAL, tables.unitBytes(), 0, tables.unitBytes());
      }
      budget.add(run);
      at += run.bytes();
    }
  }

  /** Bytes of a stored run, which begins at an offset, that this state has at the same place. */
  private long sharedBytes(ClusterRun run, long offset) throws IOException {
    long shared = 0;
    long end = Math.min(offset + run.bytes(), virtualBytes());
    for (long at = offset; at < end; ) {
      ClusterRun own = run(at, end - at);
      long bytes = Math.min(own.bytes(), end - at);
      shared += own.isStored() && own.isPlacedAs(run, at - offset) ? bytes : 0;
      at += bytes;
    }
    return shared;
  }
}
