package dev.varve.benchmarks.population;

import dev.varve.model.Seed;
import dev.varve.model.Segment;
import dev.varve.simulation.access.Scatter;

/**
 * The disks of a fleet over ten snapshots, of 40 MiB on average, some far larger. A third of a
 * disk's segments is one of seven systems. The other chunks are drawn by Zipf's law with exponent
 * .68, those of changes too: from one snapshot to the next 15.7 % of the segments change, in 14.6 %
 * of their chunks. An eighth of the segments is zero. So what levels of deduplication leave is near
 * to what was published: 24 % by segments, 12 % by chunks, 5 to 6 % by all.
 */
public final class DiskPopulation {
  /** Snapshots of a disk. */
  public static final int SNAPSHOTS = 10;

  static final int CHUNKS = 512;
  private static final int MEAN_SEGMENTS = 20;
  private static final int MOST_FOLD = 40;
  private static final double ZERO_SEGMENTS = 0.12;
  private static final double DIRTY = 0.157;
  private static final double CHANGED = 0.146;

  /** Draws for each content that can be drawn. */
  private static final double DRAWS_OF_A_CONTENT = 0.44;

  final Seed seed;
  private final long vms;
  private final Scatter order;
  private final long contents;

  /** So many disks. */
  public DiskPopulation(Seed seed, long vms) {
    this.seed = seed.at("disks");
    this.vms = vms;
    order = Scatter.of(vms, this.seed.at("order"));
    double draws = 2 / 3.0 + (SNAPSHOTS - 1) * DIRTY * CHANGED;
    double chunks = vms * MEAN_SEGMENTS * (1 - ZERO_SEGMENTS) * CHUNKS;
    contents = Math.max(1, (long) (chunks * draws / DRAWS_OF_A_CONTENT));
  }

  /** As many disks as have about so many references to chunks. */
  public static long vmsOf(long references) {
    double each = SNAPSHOTS * MEAN_SEGMENTS * CHUNKS * (1 - ZERO_SEGMENTS);
    return Math.max(3, Math.round(references / each));
  }

  /** How many there are. */
  public long vms() {
    return vms;
  }

  /** The name of a VM; names are in the order of the numbers. */
  public String name(long vm) {
    return "vm-%07d".formatted(vm);
  }

  /** The name of a snapshot. */
  public String snapshot(int snapshot) {
    return "s" + snapshot;
  }

  /** Segments of a disk. */
  public int segments(long vm) {
    double share = (order.permuted(vm) + 0.5) / vms;
    return (int)
        Math.max(
            1,
            Math.min(
                MOST_FOLD * MEAN_SEGMENTS, Math.round(MEAN_SEGMENTS / 2.0 / Math.sqrt(share))));
  }

  /** A segment of a snapshot. */
  public Segment segment(long vm, int snapshot, int position) {
    return isZero(vm, position)
        ? Segment.zero(position, Segment.BYTES)
        : new SegmentContents(this, vm, snapshot, position).segment();
  }

  /** Whether all of a segment is zero, in every snapshot. */
  public boolean isZero(long vm, int position) {
    return FileContents.unit(seed.at("zero").at(vm).at(position)) < ZERO_SEGMENTS;
  }

  /** Whether a segment changed between the snapshot before and this one. */
  public boolean isDirty(long vm, int snapshot, int position) {
    return snapshot > 0
        && !isZero(vm, position)
        && FileContents.unit(seed.at("dirty").at(vm).at(position).at(snapshot)) < DIRTY;
  }

  /** The last snapshot up to this one whose file holds a segment; -1 where none does. */
  public int owner(long vm, int snapshot, int position) {
    if (isZero(vm, position)) {
      return -1;
    }
    int day = snapshot;
    while (day > 0 && !isDirty(vm, day, position)) {
      day--;
    }
    return day;
  }

  /** When a snapshot was taken, in microseconds since the epoch: one a day. */
  public long takenAtMicros(int snapshot) {
    return (1_700_000_000L + 86_400L * snapshot) * 1_000_000;
  }

  /** Whether a chunk of a segment that changed has done so. */
  static boolean isChanged(Seed drawn) {
    return FileContents.unit(drawn) < CHANGED;
  }

  /** A popular content, by a number that is drawn. */
  long content(Seed drawn) {
    return (long) (contents * StrictMath.pow(FileContents.unit(drawn), 1 / (1 - 0.68)));
  }

  /** The system of a VM. */
  static long system(long vm) {
    return vm % 7;
  }
}
