package dev.varve.synthetic.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The clusters of a qcow2 file that is being written: allocated from its start on, each with a
 * reference count of 16 bits.
 *
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format, section Host
 *     cluster management</a>
 */
final class HostClusters implements Closeable {
  private static final int SECTOR_BYTES = 512;

  private final FileChannel file;
  private final int clusterBits;
  private final int clusterBytes;
  private short[] references = new short[64];
  private long used;
  private long packedOffset;
  private long packedEnd;

  /** Offset of the reference count table. */
  record Counts(long tableOffset, int tableClusters) {}

  /** Makes the file, or empties it. */
  HostClusters(Path path, int clusterBits) throws IOException {
    this.clusterBits = clusterBits;
    clusterBytes = 1 << clusterBits;
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /** Allocates successive clusters with a reference count of 1; returns the offset of the first. */
  long allocate(long clusters) {
    long offset = add(clusters);
    Arrays.fill(references, (int) (used - clusters), (int) used, (short) 1);
    return offset;
  }

  void put(long offset, byte[] bytes) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(bytes);
    while (source.hasRemaining()) {
      file.write(source, offset + source.position());
    }
  }

  /** Stores bytes directly after those packed before, and returns the offset. */
  long pack(byte[] bytes) throws IOException {
    reserve(bytes.length);
    long offset = packedOffset;
    packedOffset += bytes.length;
    put(offset, bytes);
    long last = (offset / SECTOR_BYTES + sectorsCrossed(offset, bytes.length)) * SECTOR_BYTES;
    for (long host = offset >> clusterBits; host <= last >> clusterBits; host++) {
      references[(int) host]++;
    }
    return offset;
  }

  /** The number of additional sectors that a range touches after its first. */
  static long sectorsCrossed(long offset, int bytes) {
    return (offset + bytes - 1) / SECTOR_BYTES - offset / SECTOR_BYTES;
  }

  /** Number of clusters that the bytes take, rounded up. */
  long clusters(long bytes) {
    return (bytes + clusterBytes - 1) >> clusterBits;
  }

  /** Writes the reference counts of all clusters, including those of the counts. */
  Counts writeCounts() throws IOException {
    int perBlock = clusterBytes / Short.BYTES;
    long blocks = 0;
    long tableClusters = 0;
    for (long total = -1; total != used + blocks + tableClusters; ) {
      total = used + blocks + tableClusters;
      blocks = (total + perBlock - 1) / perBlock;
      tableClusters = clusters(blocks * Long.BYTES);
    }
    long tableOffset = allocate(tableClusters);
    long firstBlock = allocate(blocks);
    ByteBuffer table = ByteBuffer.allocate((int) tableClusters << clusterBits);
    for (int block = 0; block < blocks; block++) {
      long host = firstBlock + ((long) block << clusterBits);
      table.putLong(block * Long.BYTES, host);
      ByteBuffer counts = ByteBuffer.allocate(clusterBytes);
      for (int at = 0; at < perBlock && block * perBlock + at < used; at++) {
        counts.putShort(at * Short.BYTES, references[block * perBlock + at]);
      }
      put(host, counts.array());
    }
    put(tableOffset, table.array());
    return new Counts(tableOffset, (int) tableClusters);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Reserves space for packed bytes, in the cluster begun or in new ones that follow each other.
   */
  private void reserve(int bytes) {
    if (packedEnd - packedOffset >= bytes) {
      return;
    }
    boolean adjoining = packedEnd == used << clusterBits;
    long missing = bytes - (adjoining ? packedEnd - packedOffset : 0);
    long host = add(clusters(missing));
    packedOffset = adjoining ? packedOffset : host;
    packedEnd = used << clusterBits;
  }

  /** Clusters at the end of the file, without references yet. */
  private long add(long clusters) {
    long first = used;
    used += clusters;
    if (used > references.length) {
      references = Arrays.copyOf(references, (int) (2 * used));
    }
    return first << clusterBits;
  }
}
