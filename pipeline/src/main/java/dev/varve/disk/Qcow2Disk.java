package dev.varve.disk;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state of a qcow2 image over its backing chain: the active one or an internal snapshot. Where
 * the image has nothing, the backing file shows through; where that ends earlier, there are zeros.
 */
final class Qcow2Disk implements Disk {
  private final DiskFile file;
  private final DiskFile data;
  private final Qcow2Header header;
  private final Qcow2Map map;
  private final @Nullable Disk backing;
  private final CompressedClusters clusters;
  private long allocatedBytes = -1;

  /**
   * @param file closed with this disk, as are {@code data}, {@code backing} and {@code clusters}
   * @param data contains the clusters: {@code file} itself, or its external data file
   */
  Qcow2Disk(
      DiskFile file,
      DiskFile data,
      Qcow2Header header,
      Qcow2Map map,
      @Nullable Disk backing,
      CompressedClusters clusters) {
    this.file = file;
    this.data = data;
    this.header = header;
    this.map = map;
    this.backing = backing;
    this.clusters = clusters;
  }

  @Override
  public long virtualBytes() {
    return map.virtualBytes();
  }

  @Override
  public long allocatedBytes() throws IOException {
    if (allocatedBytes < 0) {
      allocatedBytes = map.allocatedBytes();
    }
    return allocatedBytes;
  }

  @Override
  public boolean overlaps() throws IOException {
    return map.overlaps();
  }

  @Override
  public Extent extentAt(long offset) throws IOException {
    Objects.checkIndex(offset, virtualBytes());
    ClusterRun run = map.run(offset, Long.MAX_VALUE);
    return switch (run.state()) {
      case NORMAL, COMPRESSED -> new Extent(offset, run.bytes(), Extent.Kind.DATA, 0);
      case ZERO -> new Extent(offset, run.bytes(), Extent.Kind.ZERO, 0);
      case UNALLOCATED -> below(offset, run.bytes());
    };
  }

  @Override
  public int unitBytes() {
    return map.unitBytes();
  }

  @Override
  public ClusterRun ownRun(long offset, long most) throws IOException {
    Objects.checkIndex(offset, virtualBytes());
    return map.run(offset, most);
  }

  @Override
  public boolean isMarkedCorrupt() {
    return header.isMarkedCorrupt();
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public FileTables tables() throws IOException {
    return map.fileTables();
  }

  @Override
  public @Nullable Disk backing() {
    return backing;
  }

  private Extent below(long offset, long bytes) throws IOException {
    if (backing == null) {
      return new Extent(offset, bytes, Extent.Kind.ABSENT, 0);
    }
    if (offset >= backing.virtualBytes()) {
      return new Extent(offset, bytes, Extent.Kind.ABSENT, 1);
    }
    Extent extent = backing.extentAt(offset);
    return new Extent(offset, Math.min(bytes, extent.bytes()), extent.kind(), extent.depth() + 1);
  }

  @Override
  public void read(long offset, byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, virtualBytes());
    Objects.checkFromIndexSize(from, length, into.length);
    for (int done = 0; done < length; ) {
      long at = offset + done;
      ClusterRun run = map.run(at, length - done);
      int step = (int) Math.min(run.bytes(), length - done);
      switch (run.state()) {
        case NORMAL -> data.read(run.hostOffset(), into, from + done, step);
        case COMPRESSED -> {
          int within = (int) (at % header.clusterBytes());
          clusters.read(file, header, run, within, into, from + done, step);
        }
        case ZERO -> Arrays.fill(into, from + done, from + done + step, (byte) 0);
        case UNALLOCATED -> readBelow(at, into, from + done, step);
      }
      done += step;
    }
  }

  private void readBelow(long offset, byte[] into, int from, int length) throws IOException {
    int held = 0;
    if (backing != null && offset < backing.virtualBytes()) {
      held = (int) Math.min(length, backing.virtualBytes() - offset);
      backing.read(offset, into, from, held);
    }
    Arrays.fill(into, from + held, from + length, (byte) 0);
  }

  @Override
  @SuppressWarnings("try") // all are only closed, also when one of them fails
  public void close() throws IOException {
    clusters.close();
    try (DiskFile own = file;
        DiskFile outside = data == file ? null : data;
        Disk below = backing) {
      // Nothing to do before.
    }
  }
}
