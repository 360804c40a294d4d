package dev.varve.packed;

import dev.varve.source.RegistryInput;
import org.jspecify.annotations.Nullable;

/**
 * A name of an image, by which its disk becomes a snapshot.
 *
 * @param repository the VM; of an image without one the name of the folder or archive
 * @param tag the snapshot; of an image without one the start of its digest
 * @param digest of the manifest
 * @param location of the image, for people
 */
record ImageName(String repository, String tag, String digest, String location) {
  private static final int DIGITS = 12;

  /**
   * @param root of the layout, archive, tree or repository
   */
  static ImageName of(
      @Nullable String repository, @Nullable String tag, String digest, String root) {
    String vm =
        repository != null
            ? repository
            : root.substring(root.lastIndexOf('/') + 1).replaceFirst("\\.tar$", "");
    int hex = digest.indexOf(':') + 1;
    String snapshot =
        tag != null ? tag : digest.substring(hex, Math.min(digest.length(), hex + DIGITS));
    String name = tag == null ? "@" + digest : ":" + tag;
    return new ImageName(
        vm, snapshot, digest, RegistryInput.isOne(root) ? root + name : root + "#" + vm + name);
  }
}
