package dev.varve.content.snapshot;

import dev.varve.input.inventory.SnapshotImage;
import java.io.Serializable;

/**
 * Segments of a snapshot that one task reads. A chunk trace has one part, whose first segment is 0,
 * and so has a disk inside of an image.
 *
 * @param virtualBytes length of the disk; of a trace, of its file; of a disk inside of an image, of
 *     its file until it is opened
 * @param parentBytes length of the parent's disk when the file's own clusters show what was written
 *     since the parent; -1 when they do not
 * @param firstSegment position of the first segment
 * @param bytes of these segments
 */
public record SnapshotPart(
    SnapshotImage image, long virtualBytes, long parentBytes, long firstSegment, long bytes)
    implements Serializable {
  /** Whether this is the first part, which also emits the row of the snapshot. */
  public boolean isFirst() {
    return firstSegment == 0;
  }

  /** Whether this is the only part of its snapshot. */
  public boolean isWhole() {
    return isFirst() && (bytes == virtualBytes || image.format().isStream());
  }

  /** The whole disk, now that its length is known. */
  SnapshotPart ofLength(long diskBytes) {
    return new SnapshotPart(image, diskBytes, parentBytes, 0, diskBytes);
  }

  /** The snapshot's location, for people. */
  public String source() {
    return image.source();
  }
}
