package dev.varve.content.packed;

import dev.varve.content.recipe.LayerReading.DiffIds;
import dev.varve.input.source.LayerCandidate;
import java.io.Serializable;

/**
 * A part of a disk's file that a layer contains.
 *
 * @param layer with the places of its blob
 * @param coding how the layer stores it
 * @param offset of the part in the decoded layer
 * @param bytes of the part
 */
record DiskPart(LayerCandidate layer, Coding coding, long offset, long bytes)
    implements Serializable {
  /** Form of a layer that contains a part. */
  enum Coding {
    /** An archive, compressed or not, of which the part is a file. */
    ARCHIVE(DiffIds.TRUST),
    /** LZ4 as Apple frames it; the part is all of the layer. */
    APPLE_LZ4(DiffIds.VERIFY);

    final DiffIds diffIds;

    Coding(DiffIds diffIds) {
      this.diffIds = diffIds;
    }
  }
}
