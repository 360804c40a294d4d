package dev.varve.content.snapshot;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Extent;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the segments of one task's part of a disk, one after another. Holes and ranges marked as
 * zeros are not read. One buffer is reused for all segments.
 */
public final class SegmentReader implements AutoCloseable {
  private final SnapshotPart part;
  private final DiskOpener opener;
  private final Disk disk;
  private final byte[] bytes;
  private long position;
  private long end;
  private @Nullable Extent extent;
  private int length;
  private boolean isHole;
  private @Nullable Boolean dirty;

  /**
   * Opens the disk of a part; backing files must be below one of the roots.
   *
   * @throws MalformedBlobException when it is not the disk that was listed
   */
  public SegmentReader(ByteStore store, List<String> roots, SnapshotPart part) throws IOException {
    opener = new DiskOpener(store, roots);
    disk = part.image().disk(opener);
    this.part = part.image().format().isStream() ? part.ofLength(disk.virtualBytes()) : part;
    bytes = new byte[(int) Math.min(Segment.BYTES, this.part.virtualBytes())];
    requireSize();
    position = part.firstSegment() - 1;
    end = position * Segment.BYTES + Segment.BYTES;
  }

  private void requireSize() throws IOException {
    long now = disk.virtualBytes();
    if (now != part.virtualBytes()) {
      disk.close();
      throw new MalformedBlobException(
          now < part.virtualBytes() ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
          -1,
          ("the disk has %d bytes, and had %d when it was listed: it changed meanwhile; read a copy or"
                  + " a snapshot that nothing writes")
              .formatted(now, part.virtualBytes()));
    }
  }

  /** Length of the disk. */
  public long virtualBytes() {
    return part.virtualBytes();
  }

  /** The disk, which is closed with this reader. */
  public Disk disk() {
    return disk;
  }

  /** See {@link dev.varve.input.inventory.SnapshotImage#fileBytes}. */
  public @Nullable Long fileBytes() throws IOException {
    return part.image().fileBytes(opener);
  }

  /** See {@link Disk#allocatedBytes}. */
  public long allocatedBytes() throws IOException {
    return disk.allocatedBytes();
  }

  /**
   * Reads the next segment.
   *
   * @return false at the end of the part
   */
  public boolean next() throws IOException {
    long offset = end;
    if (offset >= part.firstSegment() * Segment.BYTES + part.bytes()) {
      return false;
    }
    position++;
    length = (int) Math.min(Segment.BYTES, part.virtualBytes() - offset);
    end = offset + length;
    isHole = true;
    boolean isStoredHere = false;
    for (long at = offset; at < end; ) {
      if (extent == null || extent.end() <= at) {
        // Finding an extent's end walks tables, so the extent is kept for all segments within it.
        extent = disk.extentAt(at);
      }
      isHole &= extent.kind() != Extent.Kind.DATA;
      isStoredHere |= extent.depth() == 0 && extent.kind() != Extent.Kind.ABSENT;
      at = extent.end();
    }
    // When the disk was resized, a segment without writes may still differ from the parent's.
    long parentLength = Math.min(Segment.BYTES, part.parentBytes() - offset);
    boolean isComparable = part.parentBytes() >= 0 && parentLength == length;
    dirty = isComparable ? (Boolean) isStoredHere : null;
    if (!isHole) {
      disk.read(offset, bytes, 0, length);
    }
    return true;
  }

  /** Index of the segment on the disk; before the first read, one less than the first index. */
  public long position() {
    return position;
  }

  /** Bytes of the segment. */
  public int length() {
    return length;
  }

  /** Whether the segment is known to be zero without reading it. */
  public boolean isHole() {
    return isHole;
  }

  /**
   * Whether the image itself stores anything of the segment; null when that does not show whether
   * it changed.
   */
  public @Nullable Boolean dirty() {
    return dirty;
  }

  /** The segment's bytes from index 0, unless it is a hole; overwritten by the next. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    disk.close();
  }
}
