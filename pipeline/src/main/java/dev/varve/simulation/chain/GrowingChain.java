package dev.varve.simulation.chain;

import dev.varve.model.Seed;
import dev.varve.simulation.access.Scatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A synthetic chain: a disk that begins in one file, and of which snapshots are taken one after
 * another. After each snapshot, a share of the used clusters is written, in runs of exponential
 * lengths at uniformly random places. Memory: 2 bytes a cluster, and a bit for each table of each
 * file.
 */
public final class GrowingChain {
  /** The most clusters that a synthetic disk may have. */
  public static final int MOST_CLUSTERS = 1 << 30;

  private final long virtualBytes;
  private final int clusterBytes;
  private final short[] owners;
  private final int[] used;
  private final List<BitSet> tables = new ArrayList<>();

  private GrowingChain(long virtualBytes, int clusterBytes) {
    long clusters = (virtualBytes + clusterBytes - 1) / clusterBytes;
    if (clusters > MOST_CLUSTERS) {
      throw new IllegalArgumentException(
          "a disk of %d bytes has more than %d clusters".formatted(virtualBytes, MOST_CLUSTERS));
    }
    this.virtualBytes = virtualBytes;
    this.clusterBytes = clusterBytes;
    owners = new short[(int) clusters];
    used = new int[0];
  }

  private GrowingChain(GrowingChain initial) {
    virtualBytes = initial.virtualBytes;
    clusterBytes = initial.clusterBytes;
    owners = initial.owners;
    int count = 0;
    int[] clustersInUse = new int[owners.length];
    BitSet base = new BitSet();
    for (int cluster = 0; cluster < owners.length; cluster++) {
      if (owners[cluster] != OwnerRuns.NOBODY) {
        clustersInUse[count++] = cluster;
        base.set(table(cluster));
      }
    }
    used = Arrays.copyOf(clustersInUse, count);
    tables.add(base);
  }

  /**
   * A disk in one file, of which runs of clusters at random places are in use.
   *
   * @param usedRatio share of the disk in use
   * @param runClusters clusters in a row, on average
   */
  public static GrowingChain synthetic(
      long virtualBytes, int clusterBytes, double usedRatio, int runClusters, Seed seed) {
    GrowingChain chain = new GrowingChain(virtualBytes, clusterBytes);
    Arrays.fill(chain.owners, (short) OwnerRuns.NOBODY);
    RandomGenerator random = seed.random();
    double rest = usedRatio < 1 ? runClusters * (1 - usedRatio) / usedRatio : 0;
    for (int at = 0; at < chain.owners.length; ) {
      int gap = (int) Math.min(chain.owners.length - at, exponential(random, rest));
      int run =
          (int) Math.min(chain.owners.length - at - gap, 1 + exponential(random, runClusters));
      Arrays.fill(chain.owners, at + gap, at + gap + run, (short) 0);
      at += gap + run;
    }
    return new GrowingChain(chain);
  }

  /** A disk in one file, with the used ranges of a real chain and the given cluster size. */
  public static GrowingChain from(Chain real, int clusterBytes) {
    OwnerRuns owners = real.owners();
    GrowingChain chain = new GrowingChain(real.virtualBytes(), clusterBytes);
    Arrays.fill(chain.owners, (short) OwnerRuns.NOBODY);
    for (int run = 0; run < owners.runs(); run++) {
      if (owners.owner(run) != OwnerRuns.NOBODY) { // a cluster is in use when any byte of it is
        int from = (int) (owners.start(run) / clusterBytes);
        int to = (int) ((owners.start(run + 1) + clusterBytes - 1) / clusterBytes);
        Arrays.fill(chain.owners, from, to, (short) 0);
      }
    }
    return new GrowingChain(chain);
  }

  /** A chain in which each file owns equally many clusters, scattered over the disk. */
  public static Chain evenly(long virtualBytes, int clusterBytes, int files, Seed seed) {
    GrowingChain empty = new GrowingChain(virtualBytes, clusterBytes);
    GrowingChain chain = new GrowingChain(empty);
    Scatter scatter = Scatter.of(chain.owners.length, seed);
    for (int file = 1; file < files; file++) {
      chain.tables.add(new BitSet());
    }
    for (int cluster = 0; cluster < chain.owners.length; cluster++) {
      int owner = (int) (scatter.permuted(cluster) % files);
      chain.owners[cluster] = (short) owner;
      chain.tables.get(owner).set(chain.table(cluster));
    }
    return chain.chain();
  }

  /** A chain whose base owns everything. */
  public static Chain allInBase(long virtualBytes, int clusterBytes, int files) {
    GrowingChain chain = new GrowingChain(new GrowingChain(virtualBytes, clusterBytes));
    for (int file = 1; file < files; file++) {
      chain.tables.add(new BitSet());
    }
    return chain.chain();
  }

  /** Takes a snapshot, then writes a share of the used clusters to the new active file. */
  public void grow(double changeRatio, int runClusters, Seed seed) {
    short file = (short) tables.size();
    BitSet written = new BitSet();
    RandomGenerator random = seed.at(file).random();
    long wanted = Math.round(used.length * changeRatio);
    for (long done = 0; done < wanted; ) {
      int at = random.nextInt(used.length);
      long run = Math.min(wanted - done, 1 + exponential(random, runClusters));
      for (int step = 0; step < run && at + step < used.length; step++) {
        owners[used[at + step]] = file;
        written.set(table(used[at + step]));
      }
      done += run;
    }
    tables.add(written);
  }

  /** Number of snapshots that were taken. */
  public int snapshots() {
    return tables.size() - 1;
  }

  /** The chain as it is now. */
  public Chain chain() {
    OwnerRuns.Builder runs = new OwnerRuns.Builder();
    for (int cluster = 0; cluster < owners.length; cluster++) {
      long from = (long) cluster * clusterBytes;
      runs.add(
          Math.min(clusterBytes, virtualBytes - from),
          owners[cluster],
          owners[cluster] == OwnerRuns.NOBODY
              ? OwnerRuns.StoredAs.NOTHING
              : OwnerRuns.StoredAs.DATA);
    }
    return new Chain(
        runs.build(),
        tables.stream()
            .map(there -> ChainFile.of(virtualBytes, clusterBytes, (BitSet) there.clone()))
            .toList());
  }

  private int table(int cluster) {
    return cluster / (clusterBytes / Long.BYTES);
  }

  private static long exponential(RandomGenerator random, double mean) {
    return (long) (-Math.log(1 - random.nextDouble()) * mean);
  }
}
