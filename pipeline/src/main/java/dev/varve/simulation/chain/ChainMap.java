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
  private long nextOffset;

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
    ChainRun run = take();
    if (run == null) {
      return null;
    }
    for (ChainRun more = ready(); more != null && run.isContinuedBy(more); more = ready()) {
      run = run.and(ready.remove());
    }
    return run;
  }

  private @Nullable ChainRun take() throws IOException {
    return ready() == null ? null : ready.remove();
  }

  private @Nullable ChainRun ready() throws IOException {
    while (ready.isEmpty() && nextOffset < virtualBytes) {
      long end = Math.min(virtualBytes, nextOffset + windowBytes);
      fill(nextOffset, end);
      nextOffset = end;
    }
    return ready.peek();
  }

  /** A part of the window whose owner is not found yet. */
  private record Gap(long from, long to) {}

  private void fill(long from, long to) throws IOException {
    List<ChainRun> found = new ArrayList<>();
    List<Gap> gaps = List.of(new Gap(from, to));
    for (int depth = 0; depth < files.size() && !gaps.isEmpty(); depth++) {
      List<Gap> remaining = new ArrayList<>();
      for (Gap gap : gaps) {
        lookUp(files.get(depth), depth, gap, found, remaining);
      }
      gaps = remaining;
    }
    gaps.forEach(gap -> found.add(unallocated(gap.from(), gap.to())));
    found.sort(Comparator.comparingLong(ChainRun::offset));
    ready.addAll(found);
  }

  private static void lookUp(
      Disk file, int depth, Gap gap, List<ChainRun> found, List<Gap> remaining) throws IOException {
    long end = Math.max(gap.from(), Math.min(gap.to(), file.virtualBytes()));
    long gapStart = gap.from();
    for (long at = gap.from(); at < end; ) {
      ClusterRun run = file.ownRun(at, end - at);
      long stop = Math.min(end, at + run.bytes());
      if (run.isOwned()) {
        add(remaining, gapStart, at);
        found.add(new ChainRun(at, stop - at, depth, state(run.state())));
        gapStart = stop;
      }
      at = stop;
    }
    add(remaining, gapStart, end);
    // Behind the end of a shorter file its guest saw zeros, whatever the files below contain.
    if (end < gap.to()) {
      found.add(unallocated(end, gap.to()));
    }
  }

  private static void add(List<Gap> gaps, long from, long to) {
    if (from < to) {
      gaps.add(new Gap(from, to));
    }
  }

  private static ChainRun unallocated(long from, long to) {
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
