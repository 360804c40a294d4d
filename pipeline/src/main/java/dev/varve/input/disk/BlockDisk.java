package dev.varve.input.disk;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A disk whose blocks are located by the tables of a file. A block that the file does not contain
 * is read from the disk below, its backing file. Behind the end of a shorter backing file it is
 * zeros.
 */
final class BlockDisk implements Disk {
  private final BlockTables tables;
  private final BlockMap map;
  private final @Nullable Disk backing;
  private long allocatedBytes = -1;

  /** The files of the tables, and {@code backing}, are closed with this disk. */
  BlockDisk(BlockMap map, @Nullable Disk backing) {
    this.map = map;
    this.backing = backing;
    tables = map.tables();
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
    return tables.unitBytes();
  }

  @Override
  public ClusterRun ownRun(long offset, long most) throws IOException {
    Objects.checkIndex(offset, virtualBytes());
    return map.run(offset, most);
  }

  @Override
  public boolean isMarkedCorrupt() {
    return tables.isMarkedCorrupt();
  }

  @Override
  public String location() {
    return tables.file().location();
  }

  @Override
  public FileTables tables() throws IOException {
    return tables.fileTables();
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
    for (int copiedBytes = 0; copiedBytes < length; ) {
      long at = offset + copiedBytes;
      ClusterRun run = map.run(at, length - copiedBytes);
      int step = (int) Math.min(run.bytes(), length - copiedBytes);
      switch (run.state()) {
        case NORMAL, COMPRESSED -> tables.read(at, run, into, from + copiedBytes, step);
        case ZERO -> Arrays.fill(into, from + copiedBytes, from + copiedBytes + step, (byte) 0);
        case UNALLOCATED -> readBelow(at, into, from + copiedBytes, step);
      }
      copiedBytes += step;
    }
  }

  private void readBelow(long offset, byte[] into, int from, int length) throws IOException {
    int stored = 0;
    if (backing != null && offset < backing.virtualBytes()) {
      stored = (int) Math.min(length, backing.virtualBytes() - offset);
      backing.read(offset, into, from, stored);
    }
    Arrays.fill(into, from + stored, from + length, (byte) 0);
  }

  @Override
  @SuppressWarnings("try") // both are only closed, the second in any case
  public void close() throws IOException {
    try (BlockTables own = tables;
        Disk below = backing) {
      // The body is empty: try-with-resources closes both.
    }
  }
}
