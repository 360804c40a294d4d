package dev.varve.input.source;

import dev.varve.model.LayerBlob;
import dev.varve.model.RejectReason;
import java.io.Serializable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One fact from a manifest: a row of a table, or the place of a layer. */
public sealed interface Finding {

  /** A row of {@code image}; sizes in bytes, time in microseconds since the epoch. */
  record Image(
      String imageDigest,
      @Nullable String os,
      @Nullable String architecture,
      @Nullable Long createdAtMicros,
      int layers,
      long compressedBytes,
      @Nullable String configDigest,
      @Nullable String osVersion,
      @Nullable String osFeatures,
      @Nullable String layerFormat)
      implements Finding {
    static Image of(
        String digest, ImageConfig config, int layers, long bytes, @Nullable String configDigest) {
      Platform platform = config.platform();
      return new Image(
          digest,
          platform.os(),
          platform.machine(),
          config.createdAtMicros(),
          layers,
          bytes,
          configDigest,
          platform.osVersion(),
          platform.osFeatures(),
          null);
    }

    /** This image, with a platform as its config and an index state it together. */
    Image withPlatform(Platform platform) {
      return new Image(
          imageDigest,
          platform.os(),
          platform.machine(),
          createdAtMicros,
          layers,
          compressedBytes,
          configDigest,
          platform.osVersion(),
          platform.osFeatures(),
          layerFormat);
    }

    /** This image, some of whose layers are of a format that is not read. */
    Image withFormat(@Nullable String format) {
      return new Image(
          imageDigest,
          os,
          architecture,
          createdAtMicros,
          layers,
          compressedBytes,
          configDigest,
          osVersion,
          osFeatures,
          format);
    }
  }

  /** A row of {@code image_tag}. */
  record ImageTag(String repository, @Nullable String tag, String imageDigest) implements Finding {
    /** The row of an image whose name is from the layout, store or archive at {@code root}. */
    static ImageTag of(ImageName name, String root, String imageDigest) {
      return new ImageTag(name.repositoryAt(root), name.tag(), imageDigest);
    }
  }

  /** A row of {@code image_layer}; depth 0 is the base. */
  record ImageLayer(
      String imageDigest,
      int depth,
      String layerDigest,
      @Nullable String createdBy,
      @Nullable String mediaType,
      @Nullable Long compressedBytes,
      @Nullable String diffId)
      implements Finding {}

  /** A row of {@code manifest}. */
  record Manifest(
      String manifestDigest,
      String kind,
      @Nullable String mediaType,
      long bytes,
      @Nullable String subject)
      implements Finding {}

  /** A row of {@code manifest_reference}. */
  record ManifestReference(String manifestDigest, String digest, String kind, @Nullable Long bytes)
      implements Finding {}

  /** A row of {@code repository_manifest} without its time. */
  record RepositoryManifest(String repository, @Nullable String tag, String manifestDigest)
      implements Finding {
    /** The row of a manifest whose name is from the layout, store or archive at {@code root}. */
    static RepositoryManifest of(ImageName name, String root, String manifestDigest) {
      return new RepositoryManifest(name.repositoryAt(root), name.tag(), manifestDigest);
    }
  }

  /** A row of {@code artifact}. */
  record Artifact(
      String manifestDigest,
      String digest,
      String kind,
      @Nullable String mediaType,
      @Nullable Long bytes)
      implements Finding {}

  /**
   * Place where a layer's blob should be, and its description by one manifest.
   *
   * @param place the bytes
   * @param declaredBytes size in the manifest, or -1
   * @param diffId digest of its archive, from the config, or null
   */
  record LayerPlace(
      String layerDigest,
      LayerBlob.DigestOf digestOf,
      BlobPlace place,
      long declaredBytes,
      @Nullable String diffId,
      @Nullable String mediaType)
      implements Finding {}

  /**
   * A piece of a disk of tart, for {@code ingest snapshots}; no table has it.
   *
   * @param number index of the piece in its manifest, from 0
   * @param layer the packed bytes; its diffID is the digest of the piece itself
   * @param plainBytes length of the uncompressed piece, or -1 when unknown
   */
  record DiskPiece(
      String manifestDigest,
      @Nullable Long madeAtMicros,
      int number,
      LayerCandidate layer,
      long plainBytes)
      implements Finding, Serializable {
    /** This piece, with the places of another finding of the same piece added. */
    public DiskPiece withPlacesOf(DiskPiece other) {
      Stream<BlobPlace> all = Stream.concat(layer.places().stream(), other.layer.places().stream());
      LayerCandidate both = new LayerCandidate(layer.blob(), BlobPlace.sorted(all));
      return new DiskPiece(manifestDigest, madeAtMicros, number, both, plainBytes);
    }
  }

  /**
   * A blob of a store that lists its blobs, whether a manifest names it or not.
   *
   * @param location of the blob
   * @param bytes length of the blob, or -1 when the listing does not have it
   */
  record StoredBlob(String location, String digest, long bytes) implements Finding {}

  /**
   * A place that could not be listed or read this time, so that what was seen there earlier may
   * still be there.
   *
   * @param location of a repository, layout, archive or store, or of anything in it
   * @param tag the only tag that this is said of, empty for all manifests without a tag; null for
   *     all that is at the location or below
   */
  record Unlisted(String location, @Nullable String tag) implements Finding {}

  /** Things in a storage that no image needs; table {@code run} has their number and bytes. */
  record Leftover(Kind kind, long things, long bytes) implements Finding {
    /** The kind of thing. */
    public enum Kind {
      /** A blob that no manifest names. */
      BLOB,
      /** An upload that was not finished, or not yet. */
      UPLOAD,
      /**
       * An unpacked layer that belongs to neither an image nor a container; its bytes are those of
       * its archive.
       */
      LAYER
    }
  }

  /** A rejection; offset -1 when the place is unknown. */
  record Rejected(
      String source, @Nullable String digest, RejectReason reason, long offset, String message)
      implements Finding {}
}
