package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.Optional;

/** Finds the places of blobs by their digests, in one form of storage. */
interface BlobPlaces {
  /**
   * The place of a blob. Empty when there is certainly no such blob; a returned place need not
   * exist.
   */
  Optional<BlobPlace> find(String digest);

  /**
   * The place of a blob that is needed.
   *
   * @throws MalformedBlobException when there is none
   */
  default BlobPlace require(String digest) throws MalformedBlobException {
    return require(find(digest));
  }

  private static BlobPlace require(Optional<BlobPlace> place) throws MalformedBlobException {
    return place.orElseThrow(
        () -> new MalformedBlobException(RejectReason.ABSENT, "the archive does not contain it"));
  }

  /** The place of a manifest that is needed; throws as {@link #require(String)} does. */
  default BlobPlace requireManifest(String digest) throws MalformedBlobException {
    return require(manifest(digest));
  }

  /** The place of a manifest, which differs from a blob's in storages that keep manifests apart. */
  default Optional<BlobPlace> manifest(String digest) {
    return find(digest);
  }

  /** Blobs of an OCI layout folder: {@code blobs/ALGORITHM/HEX}. */
  static BlobPlaces layout(String root) {
    return digest -> Optional.of(BlobPlace.whole(root + "/blobs/" + parts(digest, "/")));
  }

  /** Blobs of a Distribution tree: {@code blobs/ALGORITHM/XX/HEX/data}. */
  static BlobPlaces tree(String root) {
    return digest -> {
      int hex = digest.indexOf(':') + 1;
      String folder = "/" + digest.substring(hex, hex + 2) + "/";
      return Optional.of(BlobPlace.whole(root + "/blobs/" + parts(digest, folder) + "/data"));
    };
  }

  private static String parts(String digest, String between) {
    int colon = digest.indexOf(':');
    return digest.substring(0, colon) + between + digest.substring(colon + 1);
  }
}
