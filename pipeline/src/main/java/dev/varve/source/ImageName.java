package dev.varve.source;

import org.jspecify.annotations.Nullable;

/**
 * A repository and a tag, as {@code registry/team/app:1.2} has them; null where nobody states them.
 */
record ImageName(@Nullable String repository, @Nullable String tag) {
  /** The name of an image without a name. */
  static final ImageName UNKNOWN = new ImageName(null, null);

  /** Splits a full reference; a digest after {@code @} is dropped. */
  static ImageName parse(String reference) {
    int at = reference.indexOf('@');
    String name = at < 0 ? reference : reference.substring(0, at);
    int colon = name.lastIndexOf(':');
    return colon > name.lastIndexOf('/')
        ? new ImageName(name.substring(0, colon), name.substring(colon + 1))
        : new ImageName(name, null);
  }

  /** The name of an image in a layout: a full reference, or only a tag of nobody knows what. */
  static ImageName ofLayout(String reference) {
    return reference.indexOf('/') >= 0 || reference.indexOf(':') >= 0
        ? parse(reference)
        : new ImageName(null, reference);
  }

  /** The name with this repository, where it states none; empty is none. */
  ImageName in(String known) {
    return repository != null || known.isEmpty() ? this : new ImageName(known, tag);
  }
}
