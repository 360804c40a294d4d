package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs of guest bytes of one file, each joined from neighbouring table entries of the same state
 * whose data is contiguous.
 */
final class BlockMap {
  /** Most entries read for one run, so that the work of a call is bounded. */
  private static final int MOST_STEPS = 2048;

  private final BlockTables tables;
  private final @Nullable BlockMap newerState;

  /**
   * @param later the next newer state (internal snapshot or active state) in the same file; null
   *     for the active state
   */
  BlockMap(BlockTables tables, @Nullable BlockMap later) {
    this.tables = tables;
    this.newerState = later;
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
   * Guest bytes for which this file stores data, without those that the next newer state shares
   * with this one. So each cluster of a file counts once, for the newest state that contains it.
   * (Where the guest returned to an earlier state, a cluster may count twice.) A file whose tables
   * or clusters would not fit into it is refused: some tables or clusters must overlap then, and
   * counting them all could take very long.
   */
  long allocatedBytes() throws IOException {
    long allocated = 0;
    ClusterBudget budget = tables.budget();
    long table = -1;
    BlockMap other = newerState;
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
          // The newer state is damaged, which opening it reports; this state shares nothing.
          other = null;
        }
      }
      budget.add(run);
      tables.check(budget);
      offset += run.bytes();
    }
    return allocated;
  }

  /** Computes {@link Disk#overlaps}; an invalid entry counts as one cluster. */
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

  /**
   * Bytes of the run, which begins at guest byte {@code offset}, that this state stores in the same
   * clusters.
   */
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
