package dev.varve.simulation.chain;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Map from the offsets of a disk to the files that own them, as sorted runs. Files are numbered
 * from the oldest: 0 is the base. Memory: 19 bytes a run.
 */
public final class OwnerRuns implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Owner of ranges that were never written. */
  public static final int NOBODY = -1;

  private final long virtualBytes;
  private final long[] starts;
  private final long[] writtenBefore;
  private final short[] owners;
  private final boolean[] stored;

  private OwnerRuns(
      long virtualBytes, long[] starts, long[] writtenBefore, short[] owners, boolean[] stored) {
    this.virtualBytes = virtualBytes;
    this.starts = starts;
    this.writtenBefore = writtenBefore;
    this.owners = owners;
    this.stored = stored;
  }

  /** Collects the runs of a disk, in order and without gaps. */
  public static final class Builder {
    private long[] starts = new long[16];
    private short[] owners = new short[16];
    private boolean[] stored = new boolean[16];
    private int runs;
    private long end;

    /**
     * Adds the next run.
     *
     * @param owner the file, or {@link #NOBODY}
     * @param storedAs whether the owner stores bytes for the run
     */
    public Builder add(long bytes, int owner, StoredAs storedAs) {
      boolean data = storedAs == StoredAs.DATA;
      if (runs == 0 || owners[runs - 1] != owner || stored[runs - 1] != data) {
        if (runs == starts.length) {
          starts = Arrays.copyOf(starts, 2 * runs);
          owners = Arrays.copyOf(owners, 2 * runs);
          stored = Arrays.copyOf(stored, 2 * runs);
        }
        starts[runs] = end;
        owners[runs] = (short) owner;
        stored[runs] = data;
        runs++;
      }
      end += bytes;
      return this;
    }

    /** The runs added so far. */
    public OwnerRuns build() {
      long[] before = new long[runs + 1];
      for (int run = 0; run < runs; run++) {
        long stop = run + 1 < runs ? starts[run + 1] : end;
        before[run + 1] = before[run] + (owners[run] == NOBODY ? 0 : stop - starts[run]);
      }
      return new OwnerRuns(
          end,
          Arrays.copyOf(starts, runs),
          before,
          Arrays.copyOf(owners, runs),
          Arrays.copyOf(stored, runs));
    }
  }

  /** Whether the owner of a run stores bytes for it, or says only that it is zero. */
  public enum StoredAs {
    DATA,
    NOTHING
  }

  /** Length of the disk. */
  public long virtualBytes() {
    return virtualBytes;
  }

  /** Bytes that some file owns. */
  public long writtenBytes() {
    return writtenBefore[starts.length];
  }

  public int runs() {
    return starts.length;
  }

  /**
   * Offset of the first byte of a run; for the index behind the last run, the length of the disk.
   */
  public long start(int run) {
    return run < starts.length ? starts[run] : virtualBytes;
  }

  /** The file that owns a run, or {@link #NOBODY}. */
  public int owner(int run) {
    return owners[run];
  }

  /** Whether reading a run reads bytes of a file. */
  public boolean isStored(int run) {
    return stored[run];
  }

  /** The run of an offset on the disk. */
  public int runAt(long offset) {
    int found = Arrays.binarySearch(starts, offset);
    return found < 0 ? -found - 2 : found;
  }

  /**
   * Offset on the disk of the n-th written byte, from 0, counting only bytes that some file owns.
   */
  public long offsetOfWritten(long number) {
    int found = Arrays.binarySearch(writtenBefore, 0, starts.length, number);
    int run = found < 0 ? -found - 2 : found;
    while (writtenBefore[run + 1] == writtenBefore[run]) { // skips runs that nobody owns
      run++;
    }
    return starts[run] + number - writtenBefore[run];
  }

  /** The runs after the files 1 to {@code files} were merged into the base. */
  OwnerRuns merged(int files) {
    Builder merged = new Builder();
    for (int run = 0; run < starts.length; run++) {
      int owner = owners[run] == NOBODY ? NOBODY : Math.max(0, owners[run] - files);
      merged.add(
          start(run + 1) - starts[run], owner, stored[run] ? StoredAs.DATA : StoredAs.NOTHING);
    }
    return merged.build();
  }
}
