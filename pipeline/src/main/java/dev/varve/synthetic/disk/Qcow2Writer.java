package dev.varve.synthetic.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  /** QEMU inflates with a window of 12 bits, so no match may reach further back. */
  private static final int WINDOW_BYTES = 1 << 12;

  private final Qcow2Form form;
  private final HostClusters host;
  private final int tableEntries;
  private final TreeMap<Long, long[]> tables = new TreeMap<>();
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private boolean open = true;

  /** Makes the file, or empties it. */
  public Qcow2Writer(Path path, Qcow2Form form) throws IOException {
    this.form = form;
    tableEntries = form.clusterBytes() / Long.BYTES;
    host = new HostClusters(path, form.clusterBits());
    host.allocate(1); // the header
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
    long offset = stored ? entry & ~COPIED : host.allocate(1);
    host.put(offset, Arrays.copyOf(checked(data), form.clusterBytes()));
    set(cluster, offset | COPIED);
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
    long offset = host.pack(deflated);
    long sectors = HostClusters.sectorsCrossed(offset, deflated.length);
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
    try (host) {
      deflater.end();
      long span = (long) tableEntries << form.clusterBits();
      int l1Entries = (int) ((form.virtualBytes() + span - 1) / span);
      ByteBuffer l1 = ByteBuffer.allocate(l1Entries * Long.BYTES);
      for (var table : tables.entrySet()) {
        long offset = host.allocate(1);
        host.put(offset, bytes(table.getValue()));
        l1.putLong((int) (table.getKey() * Long.BYTES), offset | COPIED);
      }
      long l1Offset = host.allocate(host.clusters(Math.max(1, l1.capacity())));
      host.put(l1Offset, l1.array());
      HostClusters.Counts counts = host.writeCounts();
      host.put(0, header(l1Offset, l1Entries, counts));
    }
  }

  private byte[] header(long l1Offset, int l1Entries, HostClusters.Counts counts) {
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
    header.putLong(counts.tableOffset()).putInt(counts.tableClusters());
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

  private static byte[] bytes(long[] entries) {
    ByteBuffer bytes = ByteBuffer.allocate(entries.length * Long.BYTES);
    bytes.asLongBuffer().put(entries);
    return bytes.array();
  }

  private static byte[] text(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }
}
