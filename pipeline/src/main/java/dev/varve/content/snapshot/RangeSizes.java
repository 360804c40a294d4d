package dev.varve.content.snapshot;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Extent;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Estimator of the bytes of data in each range of a disk. It uses the tables of its files; for
 * files without tables, such as raw images, it reads one block in every MiB. It is exactly 0 only
 * where tables or known holes prove that.
 */
public final class RangeSizes {
  /** Bytes that are read of each {@link #PROBE_STEP} to see whether there is data. */
  private static final int PROBE_BYTES = 4096;

  private static final int PROBE_STEP = 1 << 20;

  private RangeSizes() {}

  /**
   * Estimated bytes by range; the full length of each range for a disk that cannot be read.
   *
   * @param rangeSegments of a range
   */
  public static double[] estimate(
      ByteStore store, List<String> roots, SnapshotHead head, int rangeSegments)
      throws IOException {
    long rangeBytes = (long) rangeSegments * Segment.BYTES;
    double[] sizes = new double[(int) ((head.virtualBytes() + rangeBytes - 1) / rangeBytes)];
    try (Disk disk = head.image().disk(new DiskOpener(store, roots))) {
      byte[] block = new byte[PROBE_BYTES];
      for (long at = 0; at < head.virtualBytes(); ) {
        Extent extent = disk.extentAt(at);
        long end = Math.min(extent.end(), (at / rangeBytes + 1) * rangeBytes);
        boolean isData = extent.kind() == Extent.Kind.DATA;
        if (isData && disk.unitBytes() == 1) {
          end = Math.min(end, at + PROBE_STEP);
          int length = (int) Math.min(PROBE_BYTES, end - at);
          disk.read(at, block, 0, length);
          sizes[(int) (at / rangeBytes)] += isZero(block, length) ? PROBE_BYTES : end - at;
        } else if (isData) {
          sizes[(int) (at / rangeBytes)] += end - at;
        }
        at = end;
      }
    } catch (MalformedBlobException e) {
      Arrays.fill(sizes, (double) rangeBytes);
    }
    return sizes;
  }

  private static boolean isZero(byte[] block, int length) {
    for (int at = 0; at < length; at++) {
      if (block[at] != 0) {
        return false;
      }
    }
    return true;
  }
}
