package dev.varve.simulation.chain;

import dev.varve.input.disk.ClusterRun;
import dev.varve.input.disk.Disk;
import dev.varve.simulation.chain.ChainRun.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the file that owns each part of a disk, from the tables of the chain's files alone: no
 * data is read. The disk is read in windows. Within a window, each file is asked only for the
 * ranges that no file above it contains. Memory: one window and the small caches of open disks,
 * whatever the disk's size.
 */
public final class ChainMap {
  /**
   * Entries of a window in the file with the smallest clusters, which bounds the number of runs in
   * memory.
   */
  private static final int WINDOW_ENTRIES = 8192;

  private static final long MOST_WINDOW_BYTES = 512L << 20;

  private final List<Disk> files = new ArrayList<>();
  private final long virtualBytes;
  private final long windowBytes;
  private final Queue<ChainRun> ready = new ArrayDeque<>();
  private long at;

  /** A reader of an open disk, which the caller closes. */
  public ChainMap(Disk disk) {
    long unit = MOST_WINDOW_BYTES / WINDOW_ENTRIES;
    for (Disk file = disk; file != null; file = file.backing()) {
      files.add(file);
      unit = file.unitBytes() > 1 ? Math.min(unit, file.unitBytes()) : unit;
    }
    virtualBytes = disk.virtualBytes();
    windowBytes = unit * WINDOW_ENTRIES;
  }

  /** The disks of the chain by depth: the topmost file first. */
  public List<Disk> files() {
    return List.copyOf(files);
  }

  /**
   * The next run, or null at the end. Runs follow each other from 0 to the end of the disk; a run
   * differs from the one before in its file or state.
   *
   * @throws dev.varve.model.MalformedBlobException when a table cannot be trusted
   */
  public @Nullable ChainRun next() throws IOException {
    ChainRun run = piece();
    if (run == null) {
      return null;
    }
    for (ChainRun more = peek(); more != null && run.isContinuedBy(more); more = peek()) {
      run = run.and(ready.remove());
    }
    return run;
  }

  private @Nullable ChainRun piece() throws IOException {
    return peek() == null ? null : ready.remove();
  }

  private @Nullable ChainRun peek() throws IOException {
    while (ready.isEmpty() && at < virtualBytes) {
      long end = Math.min(virtualBytes, at + windowBytes);
      fill(at, end);
      at = end;
    }
    return ready.peek();
  }

  /** A part of the window whose owner is not found yet. */
  private record Gap(long from, long to) {}

  private void fill(long from, long to) throws IOException {
    List<ChainRun> found = new ArrayList<>();
    List<Gap> gaps = List.of(new Gap(from, to));
    for (int depth = 0; depth < files.size() && !gaps.isEmpty(); depth++) {
      List<Gap> left = new ArrayList<>();
      for (Gap gap : gaps) {
        look(files.get(depth), depth, gap, found, left);
      }
      gaps = left;
    }
    gaps.forEach(gap -> found.add(nowhere(gap.from(), gap.to())));
    found.sort(Comparator.comparingLong(ChainRun::offset));
    ready.addAll(found);
  }

  private static void look(Disk file, int depth, Gap gap, List<ChainRun> found, List<Gap> left)
      throws IOException {
    long end = Math.max(gap.from(), Math.min(gap.to(), file.virtualBytes()));
    long open = gap.from();
    for (long at = gap.from(); at < end; ) {
      ClusterRun run = file.ownRun(at, end - at);
      long stop = Math.min(end, at + run.bytes());
      if (run.isOwned()) {
        add(left, open, at);
        found.add(new ChainRun(at, stop - at, depth, state(run.state())));
        open = stop;
      }
      at = stop;
    }
    add(left, open, end);
    // Behind the end of a shorter file its guest saw zeros, whatever the files below contain.
    if (end < gap.to()) {
      found.add(nowhere(end, gap.to()));
    }
  }

  private static void add(List<Gap> gaps, long from, long to) {
    if (from < to) {
      gaps.add(new Gap(from, to));
    }
  }

  private static ChainRun nowhere(long from, long to) {
    return new ChainRun(from, to - from, ChainRun.NO_FILE, State.UNALLOCATED);
  }

  private static State state(ClusterRun.State state) {
    return switch (state) {
      case NORMAL -> State.DATA;
      case COMPRESSED -> State.COMPRESSED;
      case ZERO -> State.ZERO;
      case UNALLOCATED -> State.UNALLOCATED;
    };
  }
}
