package dev.varve.simulation.chain;

import dev.varve.simulation.access.Accesses;
import java.io.IOException;
import java.util.Arrays;

/**
 * The look-ups of table entries that reads of a disk cause: one for each cluster that a read
 * touches. Each has the table slice that it needs and the file that owns the cluster. Memory: 6
 * bytes a look-up.
 */
public final class LookUps {
  /** Largest number of look-ups, so that int counts and arrays suffice. */
  public static final int MOST_LOOK_UPS = 1 << 30;

  private static final int INITIAL_LOOK_UPS = 1024;

  private int[] slices = new int[INITIAL_LOOK_UPS];
  private short[] owners = new short[INITIAL_LOOK_UPS];
  private int size;
  private final long[] owned;
  private final long sliceSpanBytes;
  private long outside;
  private long stored;

  private LookUps(int files, long sliceSpanBytes) {
    this.sliceSpanBytes = sliceSpanBytes;
    owned = new long[files + 1];
  }

  /**
   * The look-ups that reads cause. Parts of reads behind the end of the disk are left out; {@link
   * #outside} counts these reads.
   *
   * @param space whether offsets of reads count all bytes of the disk, or written bytes only
   * @throws IllegalArgumentException when there are more than can be stored
   */
  public static LookUps of(Chain chain, ReadSpace space, Accesses reads) throws IOException {
    LookUps lookUps = new LookUps(chain.files().size(), chain.sliceSpanBytes());
    OwnerRuns owners = chain.owners();
    boolean isWritten = space == ReadSpace.WRITTEN;
    long end = isWritten ? owners.writtenBytes() : owners.virtualBytes();
    long slice = lookUps.sliceSpanBytes;
    long cluster = chain.clusterBytes();
    int run = 0;
    while (reads.next()) {
      long availableBytes =
          Math.max(0, end - reads.offset()); // a trace may have offsets behind the end
      long stop = reads.offset() + Math.min(availableBytes, reads.bytes());
      lookUps.outside += availableBytes < reads.bytes() ? 1 : 0;
      long lastCluster = -1;
      for (long at = reads.offset(); at < stop; ) {
        long offset = isWritten ? owners.offsetOfWritten(at) : at;
        if (offset < owners.start(run) || offset >= owners.start(run + 1)) {
          run = owners.runAt(offset);
        }
        if (offset / cluster != lastCluster) {
          lastCluster = offset / cluster;
          lookUps.add((int) (offset / slice), owners.owner(run), owners.isStored(run));
        }
        long restOfCluster = cluster - offset % cluster;
        // The next written byte may be elsewhere on the disk, even from the middle of a cluster on.
        at += isWritten ? Math.min(restOfCluster, owners.start(run + 1) - offset) : restOfCluster;
      }
    }
    return lookUps;
  }

  private void add(int slice, int owner, boolean isStored) {
    if (size == slices.length) {
      if (size >= MOST_LOOK_UPS) {
        throw new IllegalArgumentException("more than " + MOST_LOOK_UPS + " look-ups");
      }
      slices = Arrays.copyOf(slices, 2 * size);
      owners = Arrays.copyOf(owners, 2 * size);
    }
    slices[size] = slice;
    owners[size] = (short) owner;
    size++;
    owned[owner + 1]++;
    stored += isStored && owner != OwnerRuns.NOBODY ? 1 : 0;
  }

  /** The look-ups on the chain after the files 1 to {@code count} were merged into the base. */
  public LookUps merged(int count) {
    int files = owned.length - 1 - count;
    LookUps merged = new LookUps(files, sliceSpanBytes);
    merged.slices = slices;
    merged.size = size;
    merged.outside = outside;
    merged.stored = stored;
    merged.owners = new short[size];
    for (int at = 0; at < size; at++) {
      merged.owners[at] = (short) (owners[at] <= 0 ? owners[at] : Math.max(0, owners[at] - count));
      merged.owned[merged.owners[at] + 1]++;
    }
    return merged;
  }

  public int size() {
    return size;
  }

  /** Files of the chain. */
  public int files() {
    return owned.length - 1;
  }

  /**
   * Number of look-ups of clusters that a file owns; for {@link OwnerRuns#NOBODY}, of clusters that
   * were never written.
   */
  public long owned(int file) {
    return owned[file + 1];
  }

  /** Number of look-ups after which bytes of a file are read. */
  public long stored() {
    return stored;
  }

  /** Reads that went beyond the end of the disk, whole or in part. */
  public long outside() {
    return outside;
  }

  /** Guest bytes that a slice of the numbering in {@link #slice} covers. */
  long sliceSpanBytes() {
    return sliceSpanBytes;
  }

  /**
   * The number of a look-up's slice, counted in the smallest slices that any file of the chain has.
   */
  int slice(int at) {
    return slices[at];
  }

  /** The owner of a look-up's cluster, or {@link OwnerRuns#NOBODY}. */
  int owner(int at) {
    return owners[at];
  }
}
