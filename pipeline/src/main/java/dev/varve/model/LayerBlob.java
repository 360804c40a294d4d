package dev.varve.model;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A layer as manifests name it, before it is read.
 *
 * @param layerDigest digest that names it
 * @param digestOf what the name is a digest of
 * @param bytes size as declared, or -1
 * @param diffIds digests that configs declare for the archive inside; empty when none does
 * @param mediaType as declared
 */
public record LayerBlob(
    String layerDigest,
    DigestOf digestOf,
    long bytes,
    List<String> diffIds,
    @Nullable String mediaType)
    implements Serializable {

  /** The bytes over which the digest that names a layer is computed. */
  public enum DigestOf {
    /** The blob as stored, as manifests have it. */
    BLOB,
    /** The archive inside: archives without a manifest name a layer by its diffID alone. */
    ARCHIVE
  }
}
