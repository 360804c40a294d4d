package dev.varve.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A raw image: the file is the disk. Holes of a sparse file are not told apart from stored zeros,
 * as few stores tell them.
 */
final class RawDisk implements Disk {
  private final DiskFile file;

  RawDisk(DiskFile file) {
    this.file = file;
  }

  /** Any file is a raw image. */
  static final class Reader implements DiskReader {
    @Override
    public DiskHead head(DiskFile file) {
      return DiskHead.alone(file.bytes());
    }

    @Override
    public Disk open(DiskFile file, @Nullable String snapshot, BackingChain chain)
        throws IOException {
      if (snapshot != null) {
        throw file.malformed(
            RejectReason.ABSENT, -1, "a raw image has no internal snapshot " + snapshot);
      }
      return new RawDisk(file);
    }
  }

  @Override
  public long virtualBytes() {
    return file.bytes();
  }

  @Override
  public long allocatedBytes() {
    return file.bytes();
  }

  @Override
  public Extent extentAt(long offset) {
    Objects.checkIndex(offset, file.bytes());
    return new Extent(offset, file.bytes() - offset, Extent.Kind.DATA, 0);
  }

  @Override
  public int unitBytes() {
    return 1;
  }

  @Override
  public ClusterRun ownRun(long offset, long most) {
    Objects.checkIndex(offset, file.bytes());
    long bytes = file.bytes() - offset;
    return new ClusterRun(ClusterRun.State.NORMAL, bytes, offset, bytes);
  }

  @Override
  public @Nullable Disk backing() {
    return null;
  }

  @Override
  public void read(long offset, byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, file.bytes());
    Objects.checkFromIndexSize(from, length, into.length);
    file.read(offset, into, from, length);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
