package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.startup.NeededRanges;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes the bytes and blocks that each start needs of each file, from read ranges sorted by
 * start, file and offset.
 */
final class RangeFold implements Fold<RangeFold.Range> {
  private final List<Long> blockSizes;
  private @Nullable Range first;
  private NeededRanges ranges;
  private long accesses;

  /** A row of {@code schemas/simulate/startup_range.sql}. */
  record Range(
      int image,
      String run,
      int contentDepth,
      int contentPosition,
      long contentBytes,
      long offset,
      long bytes) {
    private boolean isOfSameFile(Range other) {
      return image == other.image
          && run.equals(other.run)
          && contentDepth == other.contentDepth
          && contentPosition == other.contentPosition;
    }
  }

  /** The bytes that a start needs of a file. */
  record NeededFile(
      int image,
      String run,
      int contentDepth,
      int contentPosition,
      long contentBytes,
      long accesses,
      long neededBytes) {}

  /**
   * The blocks of one size that a start needs of a file.
   *
   * @param blockBytes the size
   * @param blocks how many
   * @param bytes of these blocks
   */
  record NeededBlocks(int image, String run, long blockBytes, long blocks, long bytes) {}

  RangeFold(List<Long> blockSizes) {
    this.blockSizes = blockSizes;
    ranges = new NeededRanges(0, blockSizes);
  }

  @Override
  public void add(Range range, Consumer<Record> output) {
    if (first == null || !range.isOfSameFile(first)) {
      finish(output);
      first = range;
      ranges = new NeededRanges(range.contentBytes(), blockSizes);
      accesses = 0;
    }
    accesses++;
    ranges.add(range.offset(), range.bytes());
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (first == null) {
      return;
    }
    output.accept(
        new NeededFile(
            first.image(),
            first.run(),
            first.contentDepth(),
            first.contentPosition(),
            first.contentBytes(),
            accesses,
            ranges.neededBytes()));
    for (int size = 0; size < blockSizes.size(); size++) {
      output.accept(
          new NeededBlocks(
              first.image(),
              first.run(),
              blockSizes.get(size),
              ranges.blocks().get(size),
              ranges.blockBytes().get(size)));
    }
  }
}
