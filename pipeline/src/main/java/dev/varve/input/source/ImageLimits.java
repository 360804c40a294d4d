package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;

/**
 * Limits of one repository, layout or archive. A few small documents can name more than fits in
 * memory; real registries are far below these limits.
 */
final class ImageLimits {
  /** Linux mounts at most 500 layers (fs/overlayfs, OVL_MAX_STACK), Docker at most 127. */
  static final int MOST_LAYERS = 1000;

  /** A hundred thousand tags of indexes for forty platforms. */
  static final int MOST_LISTED_IMAGES = 1 << 22;

  /** The total size that configs read before may have when they are named again. */
  static final long MOST_REPEATED_BYTES = 1L << 32;

  private ImageLimits() {}

  /** Refuses an image that no machine could run. */
  static void requireLayers(int layers) throws MalformedBlobException {
    if (layers > MOST_LAYERS) {
      throw exceeded("an image of " + layers + " layers, more than " + MOST_LAYERS);
    }
  }

  /**
   * Refuses indexes that list too many images, counting one again wherever it is listed again.
   *
   * @param listed by all indexes and tags so far
   */
  static void requireListedImages(long listed) throws MalformedBlobException {
    if (listed > MOST_LISTED_IMAGES) {
      throw exceeded("tags and indexes list images more than " + MOST_LISTED_IMAGES + " times");
    }
  }

  /** The fault that an input exceeds a limit. */
  static MalformedBlobException exceeded(String message) {
    return new MalformedBlobException(RejectReason.LIMIT, message);
  }
}
