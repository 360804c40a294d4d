package dev.varve.simulation.layering;

import java.util.List;

/**
 * Image of a line. A list of images has line after line, each by time, oldest first; an image's
 * place in that list is its ordinal.
 *
 * @param line number of its line, from 0
 * @param createdAt seconds since 1970
 * @param phase whether plans learn from it or are judged by it; a line begins with those to learn
 */
public record LineImage(int line, long createdAt, Phase phase) {
  /** Use of an image. */
  public enum Phase {
    LEARN,
    JUDGE
  }

  /** Whether an image has one before it in its line, so that there is an update to it. */
  static boolean isUpdate(List<LineImage> images, int ordinal) {
    return ordinal > 0 && images.get(ordinal - 1).line() == images.get(ordinal).line();
  }
}
