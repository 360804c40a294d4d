package dev.varve.synthetic;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Writes qcow2 images, cluster by cluster, with reference counts as they should be. Clusters are
 * stored in the order in which they are first written; tables follow them, and the header is
 * written last, when all is known. Compressed clusters are packed one after another.
 *
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format</a>
 */
public final class Qcow2Writer implements Closeable {
  private static final long COPIED = 1L << 63;
  private static final long COMPRESSED = 1L << 62;
  private static final long ZERO = 1;
  private static final int SECTOR_BYTES = 512;

  /** QEMU inflates with a window of 12 bits, so no match may reach further back. */
  private static final int WINDOW_BYTES = 1 << 12;

  private final Qcow2Form form;
  private final FileChannel file;
  private final int tableEntries;
  private final TreeMap<Long, long[]> tables = new TreeMap<>();
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private short[] references = new short[64];
  private long usedClusters;
  private long packedOffset;
  private long packedEnd;
  private boolean open = true;

  /** Makes the file, or empties it. */
  public Qcow2Writer(Path path, Qcow2Form form) throws IOException {
    this.form = form;
    tableEntries = form.clusterBytes() / Long.BYTES;
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    allocate(1); // the header
  }

  /**
   * Stores a cluster; in place when it has been stored before.
   *
   * @param cluster number of the cluster on the disk
   * @param data at most a cluster; zeros follow what is shorter
   */
  public void write(long cluster, byte[] data) throws IOException {
    long entry = entry(cluster);
    if ((entry & COMPRESSED) != 0) {
      throw new IllegalStateException("cluster " + cluster + " is compressed, so it stays");
    }
    boolean stored = (entry & COPIED) != 0;
    long host = stored ? entry & ~COPIED : allocate(1);
    put(host, Arrays.copyOf(checked(data), form.clusterBytes()));
    set(cluster, host | COPIED);
  }

  /**
   * Stores a cluster deflated, or as it is when that saves nothing.
   *
   * @param cluster number of the cluster on the disk, not stored before
   */
  public void writeCompressed(long cluster, byte[] data) throws IOException {
    if (entry(cluster) != 0) {
      throw new IllegalStateException("cluster " + cluster + " has been stored before");
    }
    byte[] deflated = deflate(Arrays.copyOf(checked(data), form.clusterBytes()));
    if (deflated.length >= form.clusterBytes()) {
      write(cluster, data);
      return;
    }
    reserve(deflated.length);
    long offset = packedOffset;
    packedOffset += deflated.length;
    put(offset, deflated);
    long sectors = (packedOffset - 1) / SECTOR_BYTES - offset / SECTOR_BYTES;
    long last = (offset / SECTOR_BYTES + sectors) * SECTOR_BYTES;
    for (long host = offset >> form.clusterBits(); host <= last >> form.clusterBits(); host++) {
      references[(int) host]++;
    }
    set(cluster, COMPRESSED | (sectors << (62 - (form.clusterBits() - 8))) | offset);
  }

  /**
   * Marks a cluster as zeros, whatever the backing file has there. Version 3 only.
   *
   * @param cluster number of the cluster on the disk, not stored before
   */
  public void writeZeros(long cluster) {
    if (form.version() < 3) {
      throw new IllegalStateException("version 2 has no mark for zeros");
    }
    if ((entry(cluster) & ~ZERO) != 0) {
      throw new IllegalStateException("cluster " + cluster + " has been stored before");
    }
    set(cluster, ZERO);
  }

  /** Writes the tables and the header. */
  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    try (file) {
      deflater.end();
      long span = (long) tableEntries << form.clusterBits();
      int l1Entries = (int) ((form.virtualBytes() + span - 1) / span);
      ByteBuffer l1 = ByteBuffer.allocate(l1Entries * Long.BYTES);
      for (var table : tables.entrySet()) {
        long host = allocate(1);
        put(host, bytes(table.getValue()));
        l1.putLong((int) (table.getKey() * Long.BYTES), host | COPIED);
      }
      long l1Offset = allocate(clusters(Math.max(1, l1.capacity())));
      put(l1Offset, l1.array());
      finish(l1Offset, l1Entries);
    }
  }

  /** The counts of all clusters, those of the counts themselves among them; then the header. */
  private void finish(long l1Offset, int l1Entries) throws IOException {
    int perBlock = form.clusterBytes() / Short.BYTES;
    long blocks = 0;
    long tableClusters = 0;
    for (long total = -1; total != usedClusters + blocks + tableClusters; ) {
      total = usedClusters + blocks + tableClusters;
      blocks = (total + perBlock - 1) / perBlock;
      tableClusters = clusters(blocks * Long.BYTES);
    }
    long tableOffset = allocate(tableClusters);
    long firstBlock = allocate(blocks);
    ByteBuffer table = ByteBuffer.allocate((int) tableClusters << form.clusterBits());
    for (int block = 0; block < blocks; block++) {
      long host = firstBlock + ((long) block << form.clusterBits());
      table.putLong(block * Long.BYTES, host);
      ByteBuffer counts = ByteBuffer.allocate(form.clusterBytes());
      for (int at = 0; at < perBlock && block * perBlock + at < usedClusters; at++) {
        counts.putShort(at * Short.BYTES, references[block * perBlock + at]);
      }
      put(host, counts.array());
    }
    put(tableOffset, table.array());
    put(0, header(l1Offset, l1Entries, tableOffset, (int) tableClusters));
  }

  private byte[] header(long l1Offset, int l1Entries, long tableOffset, int tableClusters) {
    ByteBuffer header = ByteBuffer.allocate(form.clusterBytes());
    byte[] name = text(form.backing());
    byte[] format = text(form.backingFormat());
    int headerBytes = form.version() == 2 ? 72 : 104;
    int extensions = name.length == 0 ? 0 : 8 + (format.length + 7 & ~7);
    int nameAt = headerBytes + extensions + 8;
    header.putInt(0x514649fb).putInt(form.version());
    header.putLong(name.length == 0 ? 0 : nameAt).putInt(name.length);
    header.putInt(form.clusterBits()).putLong(form.virtualBytes()).putInt(0);
    header.putInt(l1Entries).putLong(l1Offset);
    header.putLong(tableOffset).putInt(tableClusters);
    header.putInt(0).putLong(0);
    if (form.version() == 3) {
      header.putLong(0).putLong(0).putLong(0).putInt(4).putInt(headerBytes);
    }
    if (name.length > 0) {
      header.putInt(0xe2792aca).putInt(format.length).put(format);
      header.position(nameAt).put(name);
    }
    return header.array();
  }

  /** Raw deflate in pieces that do not refer to each other. */
  private byte[] deflate(byte[] data) {
    byte[] out = new byte[data.length + data.length / 8 + 64];
    int length = 0;
    deflater.reset();
    for (int at = 0; at < data.length; at += WINDOW_BYTES) {
      int piece = Math.min(WINDOW_BYTES, data.length - at);
      deflater.setInput(data, at, piece);
      boolean last = at + piece == data.length;
      if (last) {
        deflater.finish();
      }
      int flush = last ? Deflater.NO_FLUSH : Deflater.FULL_FLUSH;
      length += deflater.deflate(out, length, out.length - length, flush);
    }
    return Arrays.copyOf(out, length);
  }

  /** Makes room for packed bytes, in the cluster begun or in new ones that follow each other. */
  private void reserve(int bytes) {
    if (packedEnd - packedOffset >= bytes) {
      return;
    }
    boolean adjoining = packedEnd == usedClusters << form.clusterBits();
    long missing = bytes - (adjoining ? packedEnd - packedOffset : 0);
    long host = addClusters(clusters(missing));
    packedOffset = adjoining ? packedOffset : host;
    packedEnd = usedClusters << form.clusterBits();
  }

  private long allocate(long clusters) {
    long host = addClusters(clusters);
    Arrays.fill(references, (int) (usedClusters - clusters), (int) usedClusters, (short) 1);
    return host;
  }

  /** Clusters at the end of the file, without references yet. */
  private long addClusters(long clusters) {
    long first = usedClusters;
    usedClusters += clusters;
    if (usedClusters > references.length) {
      references = Arrays.copyOf(references, (int) (2 * usedClusters));
    }
    return first << form.clusterBits();
  }

  private long entry(long cluster) {
    if (cluster < 0 || cluster << form.clusterBits() >= form.virtualBytes()) {
      throw new IllegalArgumentException("cluster " + cluster + " is not on the disk");
    }
    long[] table = tables.get(cluster / tableEntries);
    return table == null ? 0 : table[(int) (cluster % tableEntries)];
  }

  private void set(long cluster, long entry) {
    tables
            .computeIfAbsent(cluster / tableEntries, index -> new long[tableEntries])[
            (int) (cluster % tableEntries)] =
        entry;
  }

  private byte[] checked(byte[] data) {
    if (data.length == 0 || data.length > form.clusterBytes()) {
      throw new IllegalArgumentException(data.length + " bytes for a cluster");
    }
    return data;
  }

  private long clusters(long bytes) {
    return (bytes + form.clusterBytes() - 1) >> form.clusterBits();
  }

  private void put(long offset, byte[] bytes) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(bytes);
    while (source.hasRemaining()) {
      file.write(source, offset + source.position());
    }
  }

  private static byte[] bytes(long[] entries) {
    ByteBuffer bytes = ByteBuffer.allocate(entries.length * Long.BYTES);
    bytes.asLongBuffer().put(entries);
    return bytes.array();
  }

  private static byte[] text(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }
}
