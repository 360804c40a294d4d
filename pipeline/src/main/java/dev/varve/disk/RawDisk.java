package dev.varve.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A raw image: the file is the disk. Holes of a sparse file are treated as stored zeros, because
 * few stores report holes.
 */
final class RawDisk implements Disk {
  private final DiskFile file;
  private final long bytes;

  /**
   * @param bytes length of the disk: how much of the file it is, from its start on
   */
  RawDisk(DiskFile file, long bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /** Accepts every file: any file can be a raw image. */
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
      return new RawDisk(file, file.bytes());
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
  public Extent extentAt(long offset) {
    Objects.checkIndex(offset, bytes);
    return new Extent(offset, bytes - offset, Extent.Kind.DATA, 0);
  }

  @Override
  public int unitBytes() {
    return 1;
  }

  @Override
  public ClusterRun ownRun(long offset, long most) {
    Objects.checkIndex(offset, bytes);
    long left = bytes - offset;
    return new ClusterRun(ClusterRun.State.NORMAL, left, offset, left);
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
    file.close();
  }
}
