package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;

/**
 * Limits of one repository, layout or archive. A few small documents can name more than fits in
 * memory; real registries are far below these limits.
 */
final class ImageLimits {
  /**
   * Most layers of one image. Linux mounts at most 500 (fs/overlayfs, OVL_MAX_STACK), Docker at
   * most 127.
   */
  static final int MOST_LAYERS = 1000;

  /**
   * Most images listed by tags and indexes together: enough for 100,000 tags that each lead to an
   * index for 40 platforms.
   */
  static final int MOST_LISTED_IMAGES = 1 << 22;

  /** Most bytes of configs that are read again because further images name them: 4 GiB. */
  static final long MOST_REPEATED_BYTES = 1L << 32;

  private ImageLimits() {}

  /** Refuses an image that no machine could run. */
  static void requireLayers(int layers) throws MalformedBlobException {
    if (layers > MOST_LAYERS) {
      throw exceeded("an image of " + layers + " layers, more than " + MOST_LAYERS);
    }
  }

  /**
   * Refuses indexes that list too many images. An image counts each time it is listed.
   *
   * @param listed number of images that all indexes and tags have listed so far
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
