package dev.varve.simulation.layering;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Units learned of a line, or of several lines together.
 *
 * @param images all images, also those to judge
 * @param units every learned entry is in one, by place
 */
public record LearnedLine(List<LineImage> images, List<PlanUnit> units) {
  private static final double SECONDS_A_DAY = 86_400;

  /** Copies the lists. */
  public LearnedLine {
    images = List.copyOf(images);
    units = List.copyOf(units);
  }

  /** Number of lines. */
  int lines() {
    return images.get(images.size() - 1).line() + 1;
  }

  /** Ordinals of the learned images that have one before them in their line. */
  List<Integer> updates() {
    return IntStream.range(0, images.size())
        .filter(image -> images.get(image).phase() == LineImage.Phase.LEARN)
        .filter(image -> LineImage.isUpdate(images, image))
        .boxed()
        .toList();
  }

  /** Mean days from one learned image to the next, at least one second. */
  double daysAnUpdate() {
    List<Integer> updates = updates();
    long seconds = 0;
    for (int image : updates) {
      seconds += images.get(image).createdAt() - images.get(image - 1).createdAt();
    }
    return Math.max(1, seconds / (double) Math.max(1, updates.size())) / SECONDS_A_DAY;
  }
}
