package dev.varve.disk;

import java.io.IOException;
import java.util.Objects;

/**
 * A raw image: the file is the disk. Holes of a sparse file are not told apart from stored zeros,
 * as few stores tell them.
 */
final class RawDisk implements Disk {
  private final DiskFile file;

  RawDisk(DiskFile file) {
    this.file = file;
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
