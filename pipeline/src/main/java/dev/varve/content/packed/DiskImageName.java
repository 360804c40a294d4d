package dev.varve.content.packed;

import dev.varve.input.source.RegistryInput;
import dev.varve.model.NaturalOrder;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A name of an image, by which its disk becomes a snapshot.
 *
 * @param repository name of the VM
 * @param tag name of the snapshot; for an image without a tag, the start of its digest
 * @param digest of the manifest
 * @param location place of all images of this name, for messages
 */
record DiskImageName(String repository, String tag, String digest, String location) {
  /** Hexadecimal digits of a digest that name the snapshot of an image without a tag. */
  private static final int DIGEST_DIGITS = 12;

  /**
   * Order of preference among several names of an image, the preferred one first: tags before
   * digests, with tag {@code latest} as the last of the tags.
   */
  static final Comparator<DiskImageName> BY_TAG =
      Comparator.<DiskImageName, Boolean>comparing(name -> name.location.endsWith(name.digest))
          .thenComparing(name -> name.tag.equals("latest"))
          .thenComparing(DiskImageName::tag, NaturalOrder.TAGS)
          .thenComparing(DiskImageName::location);

  /**
   * @param root of the layout, archive, tree or repository
   */
  static DiskImageName of(String repository, @Nullable String tag, String digest, String root) {
    int hex = digest.indexOf(':') + 1;
    String snapshot =
        tag != null ? tag : digest.substring(hex, Math.min(digest.length(), hex + DIGEST_DIGITS));
    String name = tag == null ? "@" + digest : ":" + tag;
    return new DiskImageName(
        repository,
        snapshot,
        digest,
        RegistryInput.isRegistry(root) ? root + name : root + "#" + repository + name);
  }

  /** Location of its disk, for people; ends with the digest, by which it is known again. */
  String source() {
    return location.endsWith("@" + digest) ? location : location + "@" + digest;
  }

  /** The VM where this name leads to images of several architectures. */
  String vmOf(String architecture) {
    return repository + "/" + architecture;
  }
}
