package dev.varve.benchmarks.population;

import dev.varve.model.Seed;
import dev.varve.simulation.access.Scatter;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The layers of a registry, numbered in the order of their digests. 7 % hold no file, 27 % one,
 * half at most 30, nine tenths at most 7,410, the largest 826,196, the mean 2,945. Every twentieth
 * is another build of the one before, every fortieth the same archive compressed otherwise. The
 * first has no file; the first fiftieth are bases of images.
 */
public final class LayerPopulation {
  private static final double MEAN_FILES = 2945;

  /** Entries for each file: its own, and those of directories and links. */
  private static final double ENTRIES_PER_FILE = 1.1;

  private static final int MOST_FILES = 826_196;
  private static final double TAIL = 0.7325;

  final Seed seed;
  final FileContents contents;
  final Scatter places;
  private final long layers;
  private final Scatter order;

  /** So many layers. */
  public LayerPopulation(Seed seed, long layers) {
    this.seed = seed;
    this.layers = layers;
    order = Scatter.of(layers, seed.at("layers"));
    long blocks = blocksBefore(layers);
    places = Scatter.of(Math.max(1, blocks), seed.at("places"));
    contents = new FileContents(seed, RepeatCounts.of(blocks));
  }

  /** As many layers as have about so many entries together. */
  public static long layersOf(long entries) {
    return Math.max(20, Math.round(entries / (MEAN_FILES * ENTRIES_PER_FILE)));
  }

  /** How many there are. */
  public long layers() {
    return layers;
  }

  /** The digest of a layer's blob. */
  public String digest(long layer) {
    return Digest.text(seed.at("blob"), layer, layers);
  }

  /** Some of them in order, from the first to before the last. */
  public Iterator<PopulationLayer> range(long from, long to) {
    return new Iterator<>() {
      private long layer = from;
      private long before = blocksBefore(from);
      private long start = from > 0 && isCopy(from) ? before - blocks(from - 1) : before;

      @Override
      public boolean hasNext() {
        return layer < to;
      }

      @Override
      public PopulationLayer next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        if (!isCopy(layer)) {
          start = before;
          before += blocks(layer);
        }
        PopulationLayer next =
            new PopulationLayer(LayerPopulation.this, layer, files(origin(layer)), start);
        layer++;
        return next;
      }
    };
  }

  /** The layer whose files a layer has. */
  static long origin(long layer) {
    return isCopy(layer) ? layer - 1 : layer;
  }

  static boolean isRebuilt(long layer) {
    return layer % 20 == 7;
  }

  private static boolean isCopy(long layer) {
    return isRebuilt(layer) || layer % 40 == 13;
  }

  private long blocksBefore(long layer) {
    long blocks = 0;
    for (long at = 0; at < layer; at++) {
      blocks += isCopy(at) ? 0 : blocks(at);
    }
    return blocks;
  }

  private long blocks(long layer) {
    return (files(layer) + FileContents.BLOCK - 1L) / FileContents.BLOCK;
  }

  private int files(long layer) {
    return layer == 0 ? 0 : files((order.permuted(layer) + 0.5) / layers);
  }

  /** Files of a layer of which so large a share of layers has fewer. */
  static int files(double share) {
    double files;
    if (share < 0.07) {
      files = 0;
    } else if (share < 0.34) {
      files = 1;
    } else if (share < 0.5) {
      files = StrictMath.pow(30, (share - 0.34) / 0.16);
    } else if (share < 0.9) {
      files = 30 * StrictMath.pow(7410 / 30.0, (share - 0.5) / 0.4);
    } else {
      files = 7410 * StrictMath.pow((1 - share) / 0.1, -TAIL);
    }
    return (int) Math.min(MOST_FILES, Math.round(files));
  }
}
