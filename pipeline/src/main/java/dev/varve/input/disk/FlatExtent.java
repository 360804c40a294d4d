package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;

/**
 * A part of a disk whose bytes are a range of a file, stored as they are. Known holes of the file
 * are not read. They count as allocated, as for a raw image.
 *
 * @param disk the whole file
 * @param start offset in the file at which the range starts
 */
record FlatExtent(DiskFile file, RawDisk disk, long start, long virtualBytes)
    implements BlockTables {

  /**
   * @throws dev.varve.model.MalformedBlobException when the range is not in the file
   */
  static FlatExtent of(DiskFile file, long start, long virtualBytes) throws IOException {
    if (start > file.bytes() - virtualBytes) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the extent has %d bytes at %d, and the file ends at %d"
              .formatted(virtualBytes, start, file.bytes()));
    }
    return new FlatExtent(file, new RawDisk(file, file.bytes()), start, virtualBytes);
  }

  @Override
  public int unitBytes() {
    return 1;
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    return disk.ownRun(start + offset, virtualBytes - offset);
  }

  @Override
  public long allocatedBytes(long offset, ClusterRun run) {
    return run.bytes();
  }

  @Override
  public ClusterBudget budget() {
    return new ClusterBudget(0, file.bytes(), 0);
  }

  @Override
  public void close() throws IOException {
    disk.close();
  }
}
