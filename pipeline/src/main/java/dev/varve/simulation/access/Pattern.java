package dev.varve.simulation.access;

import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Pattern of synthetic reads over a disk.
 *
 * @param blockBytes size of a read; reads begin at multiples of it
 * @param zipfExponent for pattern zipf: the block of rank i is read with a probability in
 *     proportion to i to the power of -zipfExponent
 * @param bootRatio for pattern boot: share of the disk that a start reads
 * @param bootRunBlocks for pattern boot: mean number of blocks that a start reads in a row
 */
public record Pattern(
    String name,
    int blockBytes,
    long requests,
    double zipfExponent,
    double bootRatio,
    int bootRunBlocks)
    implements Serializable {
  /**
   * All patterns. Pattern sequential reads one block after another, and then begins again; uniform
   * reads every block with equal probability. Pattern zipf reads few blocks, scattered over the
   * disk, much more often than others. Pattern boot reads runs of blocks at many places, which are
   * the same at every start.
   */
  public static final List<String> NAMES = List.of("sequential", "uniform", "zipf", "boot");

  /**
   * The reads of a disk.
   *
   * @param spaceBytes length of the disk, at least 1
   */
  public Accesses over(long spaceBytes, Seed seed) {
    long blocks = Math.max(1, spaceBytes / blockBytes);
    return new Blocks(place(blocks, seed), blocks);
  }

  /** Rule that draws the next block to read. */
  private interface Place {
    long next();
  }

  private Place place(long blocks, Seed seed) {
    RandomGenerator random = seed.at(name).random();
    return switch (name) {
      case "sequential" -> new Row(blocks)::next;
      case "uniform" -> () -> random.nextLong(blocks);
      case "zipf" -> {
        ZipfDraws ranks = new ZipfDraws(blocks, zipfExponent);
        Scatter scatter = Scatter.of(blocks, seed.at("scatter"));
        yield () -> scatter.of(ranks.draw(random) - 1);
      }
      case "boot" -> new Starts(blocks, seed)::next;
      default -> throw new IllegalArgumentException("choose one of " + NAMES + ", not " + name);
    };
  }

  private static final class Row {
    private final long blocks;
    private long at = -1;

    Row(long blocks) {
      this.blocks = blocks;
    }

    long next() {
      at = at + 1 == blocks ? 0 : at + 1;
      return at;
    }
  }

  /**
   * Runs of exponential lengths at uniform places, drawn again from the same seed at each start.
   */
  private final class Starts {
    private final long blocks;
    private final Seed seed;
    private final long ofStart;
    private RandomGenerator random;
    private long done;
    private long at;
    private long left;

    Starts(long blocks, Seed seed) {
      this.blocks = blocks;
      this.seed = seed.at("boot");
      random = this.seed.random();
      ofStart = Math.max(1, Math.round(blocks * bootRatio));
    }

    long next() {
      if (done == ofStart) {
        random = seed.random();
        done = 0;
        left = 0;
      }
      if (left == 0) {
        at = random.nextLong(blocks);
        left = 1 + (long) (-Math.log(1 - random.nextDouble()) * bootRunBlocks);
      }
      done++;
      left--;
      long block = at;
      at = at + 1 == blocks ? 0 : at + 1;
      return block;
    }
  }

  private final class Blocks implements Accesses {
    private final Place place;
    private final long blocks;
    private long done;
    private long block;

    Blocks(Place place, long blocks) {
      this.place = place;
      this.blocks = blocks;
    }

    @Override
    public boolean next() {
      if (done == requests || blocks == 0) {
        return false;
      }
      done++;
      block = place.next();
      return true;
    }

    @Override
    public long offset() {
      return block * blockBytes;
    }

    @Override
    public long bytes() {
      return blockBytes;
    }
  }
}
