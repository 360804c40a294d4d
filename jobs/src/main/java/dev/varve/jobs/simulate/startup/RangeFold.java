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

  /**
   * A row of {@code schemas/simulate/startup_range.sql}. It is an access of a start to a file.
   *
   * @param image its number, as in {@code squash_image.sql}
   * @param run name of the start of the image
   * @param contentDepth of the layer with the file, 0 = base
   * @param contentPosition of the file in that layer's archive, from 0
   * @param contentBytes length of the file
   * @param offset first byte that was read, from the start of the file
   * @param bytes length of what was read
   */
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

  /**
   * The bytes that a start needs of a file.
   *
   * @param image number, run and content as in {@link Range}
   * @param accesses lines of the access lists that read the file
   * @param neededBytes of the file within any range that was read, each byte once
   */
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
   * @param image number and run as in {@link Range}
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
