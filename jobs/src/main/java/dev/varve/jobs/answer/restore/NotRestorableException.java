package dev.varve.jobs.answer.restore;

import java.util.List;

/** Thrown when a layer cannot be restored from the warehouse and the available blobs. */
public final class NotRestorableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Number of paths, and of faults, that a message names. */
  private static final int MAX_LISTED = 10;

  private NotRestorableException(String message) {
    super(message);
  }

  static NotRestorableException unknown(String layer) {
    return new NotRestorableException(
        "the warehouse contains no layer "
            + layer
            + "; varve sql \"SELECT layer_digest FROM layer\" lists those that it has");
  }

  static NotRestorableException several(String prefix, List<String> layers) {
    return new NotRestorableException(
        "several layers begin with " + prefix + ": " + String.join(", ", layers));
  }

  static NotRestorableException noFraming(String layer) {
    return new NotRestorableException(
        layer
            + " has no rows in layer_framing: it was read with ingest.framing=none, by an earlier"
            + " version, or had more framing than limit.framing-bytes. Ingest its registry into"
            + " another warehouse with --set ingest.framing=keep, and restore it from there");
  }

  /**
   * The fault of missing contents.
   *
   * @param paths paths of the layer with missing contents
   * @param bytes bytes of the missing contents, each counted once
   * @param faults faults of the blobs that contain them
   */
  static NotRestorableException missing(
      String layer, List<String> paths, long bytes, List<String> faults) {
    StringBuilder message = new StringBuilder();
    message.append(
        "%s lacks the contents of %,d files (%,d bytes), which no readable blob contains:"
            .formatted(layer, paths.size(), bytes));
    paths.stream().limit(MAX_LISTED).forEach(path -> message.append("\n  ").append(path));
    if (paths.size() > MAX_LISTED) {
      message.append("\n  ... and ").append(paths.size() - MAX_LISTED).append(" more");
    }
    faults.stream()
        .limit(MAX_LISTED)
        .forEach(fault -> message.append("\nunusable: ").append(fault));
    message.append("\nname the place of the blobs with --input");
    return new NotRestorableException(message.toString());
  }

  static NotRestorableException otherDiffId(String layer, String diffId, String found) {
    return new NotRestorableException(
        "the archive made for %s has the diffID %s, it must be %s: its rows in the warehouse are damaged; varve check --files lists them"
            .formatted(layer, found, diffId));
  }
}
