package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The grain directory of a sparse VMDK file, and its grain tables. */
final class VmdkTables implements BlockTables {
  private static final int DIRECTORY_CACHED_PAGES = 1;
  private static final int TABLE_CACHED_PAGES = 4;
  private static final int SECTOR_BYTES = 512;
  private static final int MARKER_BYTES = 12;

  private final DiskFile file;
  private final VmdkHeader header;
  private final CompressedClusters clusters;
  private final TablePages directory;
  private final TablePages tables;

  VmdkTables(DiskFile file, VmdkHeader header, CompressedClusters clusters) {
    this.file = file;
    this.header = header;
    this.clusters = clusters;
    directory = new TablePages(file, DIRECTORY_CACHED_PAGES, ByteOrder.LITTLE_ENDIAN);
    tables = new TablePages(file, TABLE_CACHED_PAGES, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public DiskFile file() {
    return file;
  }

  @Override
  public long virtualBytes() {
    return header.virtualBytes();
  }

  @Override
  public int unitBytes() {
    return header.grainBytes();
  }

  @Override
  public long tableOf(long offset) {
    return offset / header.tableSpanBytes();
  }

  @Override
  public long endOfTable(long offset) {
    return Math.min(virtualBytes(), (tableOf(offset) + 1) * header.tableSpanBytes());
  }

  @Override
  public boolean hasTable(long offset) throws IOException {
    return table(offset) != 0;
  }

  private long table(long offset) throws IOException {
    long at = header.directoryOffset() + 4 * tableOf(offset);
    long table = directory.intAt(at) * SECTOR_BYTES;
    if (table != 0 && table > file.bytes() - 4L * header.tableEntries()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the grain table at " + table + " reaches beyond the end of the file at " + file.bytes());
    }
    return table;
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    int grainBytes = header.grainBytes();
    long at = table(offset) + 4 * (offset / grainBytes % header.tableEntries());
    long sector = tables.intAt(at);
    long within = offset % grainBytes;
    long remaining = grainBytes - within;
    if (sector == 0 || (sector == 1 && header.hasZeroGrains())) {
      return ClusterRun.nothing(sector == 0 ? State.UNALLOCATED : State.ZERO, remaining);
    }
    long host = sector * SECTOR_BYTES;
    if (host >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          at,
          "the grain at " + host + " is beyond the end of the file at " + file.bytes());
    }
    return header.isCompressed()
        ? new ClusterRun(State.COMPRESSED, remaining, host, 2L * grainBytes)
        : new ClusterRun(State.NORMAL, remaining, host + within, remaining);
  }

  @Override
  public void read(long offset, ClusterRun run, byte[] into, int from, int length)
      throws IOException {
    if (run.state() == State.NORMAL) {
      file.read(run.hostOffset(), into, from, length);
    } else {
      int within = (int) (offset % header.grainBytes());
      clusters.read(file, packed(offset - within, run.hostOffset()), within, into, from, length);
    }
  }

  /** A packed grain. The last one of a disk may be shorter, as the disk is. */
  private PackedCluster packed(long start, long host) throws IOException {
    int bytes = header.grainBytes();
    int least = (int) Math.min(bytes, virtualBytes() - start);
    if (!header.hasMarkers()) {
      return new PackedCluster(ClusterCodec.ZLIB, bytes, least, host, 2L * bytes);
    }
    ByteBuffer marker = file.readFields(host, MARKER_BYTES, ByteOrder.LITTLE_ENDIAN);
    int length = marker.getInt(8);
    if (length < 1 || length > 2 * bytes) {
      throw file.corrupt(
          host + 8, "a packed grain of " + Integer.toUnsignedString(length) + " bytes");
    }
    return new PackedCluster(ClusterCodec.ZLIB, bytes, least, host + MARKER_BYTES, length);
  }

  @Override
  public ClusterBudget budget() {
    return new ClusterBudget(
        file.bytes() / (4L * header.tableEntries()), file.bytes(), file.bytes() / SECTOR_BYTES);
  }
}
