package dev.varve.input.disk;

import dev.varve.model.Holes;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A raw image: the file is the disk. Holes of a sparse file are not read, as they are zeros. Local
 * file systems report holes; few other stores do.
 */
final class RawDisk implements Disk {
  /**
   * Extents of data are extended to multiples of 2 MiB, because callers read that much per call.
   * Smaller holes are not worth a look-up each.
   */
  private static final long STEP_BYTES = 2L << 20;

  private final DiskFile file;
  private final Holes holes;
  private final long bytes;

  /** The last run of data that was found. */
  private long dataFrom;

  private long dataTo;

  /**
   * @param bytes length of the disk: how much of the file it is, from its start on
   */
  RawDisk(DiskFile file, long bytes) throws IOException {
    this.file = file;
    this.holes = file.holes();
    this.bytes = bytes;
  }

  /** Accepts every file: any file can be a raw image. */
  static final class RawReader implements DiskReader {
    @Override
    public DiskHead head(DiskFile file) {
      return DiskHead.standalone(file.bytes());
    }

    @Override
    public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
      return DiskLayer.standalone(new RawDisk(file, file.bytes()));
    }
  }

  @Override
  public long virtualBytes() {
    return bytes;
  }

  @Override
  public long allocatedBytes() {
    return bytes;
  }

  @Override
  public boolean overlaps() {
    return false;
  }

  @Override
  public Extent extentAt(long offset) throws IOException {
    Objects.checkIndex(offset, bytes);
    if (offset < dataFrom || offset >= dataTo) {
      long data = Math.min(bytes, holes.dataFrom(offset));
      if (data > offset) {
        requireLength();
        return new Extent(offset, data - offset, Extent.Kind.ZERO, 0);
      }
      long end = Math.max(Math.min(bytes, holes.holeFrom(offset)), offset + 1);
      long step = end % STEP_BYTES == 0 ? end : end + STEP_BYTES - end % STEP_BYTES;
      dataFrom = offset;
      dataTo = Math.min(bytes, step);
    }
    return new Extent(offset, dataTo - offset, Extent.Kind.DATA, 0);
  }

  /**
   * Checks that the file did not shrink meanwhile: bytes behind its new end would look like a hole.
   */
  private void requireLength() throws IOException {
    long length = holes.length();
    if (length < bytes) {
      throw file.malformed(RejectReason.TRUNCATED, length, "the file ends at " + length);
    }
  }

  @Override
  public int unitBytes() {
    return 1;
  }

  @Override
  public ClusterRun ownRun(long offset, long most) throws IOException {
    Objects.checkIndex(offset, bytes);
    long data = Math.min(bytes, holes.dataFrom(offset));
    if (data > offset) {
      requireLength();
      return ClusterRun.nothing(ClusterRun.State.ZERO, data - offset);
    }
    long run = Math.max(1, Math.min(bytes, holes.holeFrom(offset)) - offset);
    return new ClusterRun(ClusterRun.State.NORMAL, run, offset, run);
  }

  @Override
  public boolean isMarkedCorrupt() {
    return false;
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public FileTables tables() {
    return FileTables.NONE;
  }

  @Override
  public @Nullable Disk backing() {
    return null;
  }

  @Override
  public void read(long offset, byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes);
    Objects.checkFromIndexSize(from, length, into.length);
    file.read(offset, into, from, length);
  }

  @Override
  public void close() throws IOException {
    holes.close();
    file.close();
  }
}
