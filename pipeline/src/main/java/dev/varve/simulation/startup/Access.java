package dev.varve.simulation.startup;

/**
 * A read by a start.
 *
 * @param image as a list names it: {@code repository:tag}, or the digest of a manifest
 * @param run name of the start
 * @param path in the image, as the program named it, escaped as recipes are
 * @param offset first byte
 * @param bytes that were read from there; {@link #TO_THE_END} for all that follow
 */
public record Access(String image, String run, String path, long offset, long bytes) {
  /** Length of a read to the end of the file. */
  public static final long TO_THE_END = -1;

  /** An access to a whole file. */
  public static Access whole(String image, String run, String path) {
    return new Access(image, run, path, 0, TO_THE_END);
  }
}
