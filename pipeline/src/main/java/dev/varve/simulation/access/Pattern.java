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
  public Accesses reads(long spaceBytes, Seed seed) {
    long blocks = Math.max(1, spaceBytes / blockBytes);
    return new Blocks(ruleOf(blocks, seed), blocks);
  }

  /** Rule that draws the next block to read. */
  private interface BlockRule {
    long next();
  }

  private BlockRule ruleOf(long blocks, Seed seed) {
    RandomGenerator random = seed.at(name).random();
    return switch (name) {
      case "sequential" -> new SequentialBlocks(blocks)::next;
      case "uniform" -> () -> random.nextLong(blocks);
      case "zipf" -> {
        ZipfDraws ranks = new ZipfDraws(blocks, zipfExponent);
        Scatter scatter = Scatter.of(blocks, seed.at("scatter"));
        yield () -> scatter.permuted(ranks.draw(random) - 1);
      }
      case "boot" -> new BootBlocks(blocks, seed)::next;
      default -> throw new IllegalArgumentException("choose one of " + NAMES + ", not " + name);
    };
  }

  private static final class SequentialBlocks {
    private final long blocks;
    private long block = -1;

    SequentialBlocks(long blocks) {
      this.blocks = blocks;
    }

    long next() {
      block = block + 1 == blocks ? 0 : block + 1;
      return block;
    }
  }

  /**
   * Runs of exponential lengths at uniform places, drawn again from the same seed at each start.
   */
  private final class BootBlocks {
    private final long blocks;
    private final Seed seed;
    private final long blocksOfStart;
    private RandomGenerator random;
    private long readBlocks;
    private long nextBlock;
    private long leftInRun;

    BootBlocks(long blocks, Seed seed) {
      this.blocks = blocks;
      this.seed = seed.at("boot");
      random = this.seed.random();
      blocksOfStart = Math.max(1, Math.round(blocks * bootRatio));
    }

    long next() {
      if (readBlocks == blocksOfStart) {
        random = seed.random();
        readBlocks = 0;
        leftInRun = 0;
      }
      if (leftInRun == 0) {
        nextBlock = random.nextLong(blocks);
        leftInRun = 1 + (long) (-Math.log(1 - random.nextDouble()) * bootRunBlocks);
      }
      readBlocks++;
      leftInRun--;
      long block = nextBlock;
      nextBlock = nextBlock + 1 == blocks ? 0 : nextBlock + 1;
      return block;
    }
  }

  private final class Blocks implements Accesses {
    private final BlockRule rule;
    private final long blocks;
    private long readBlocks;
    private long block;

    Blocks(BlockRule place, long blocks) {
      this.rule = place;
      this.blocks = blocks;
    }

    @Override
    public boolean next() {
      if (readBlocks == requests || blocks == 0) {
        return false;
      }
      readBlocks++;
      block = rule.next();
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
