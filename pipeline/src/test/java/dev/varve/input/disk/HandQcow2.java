package dev.varve.input.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A qcow2 image put together byte by byte: clusters of 512 bytes, a disk of 64 of them, so one L2
 * table. The header is at 0, L1 at 512, L2 at 1024, data from 1536 on.
 */
public final class HandQcow2 {
  static final int CLUSTER = 512;
  static final int L1 = 512;
  static final int L2 = 1024;
  static final int DATA = 1536;
  static final long COPIED = 1L << 63;

  private ByteBuffer bytes = ByteBuffer.allocate(DATA);

  public HandQcow2() {
    putInt(0, 0x514649fb).putInt(4, 3).putInt(20, 9).putLong(24, 64 * CLUSTER);
    putInt(36, 1).putLong(40, L1).putInt(96, 4).putInt(100, 104);
    putLong(L1, L2 | COPIED);
  }

  public HandQcow2 putInt(int at, int number) {
    bytes.putInt(at, number);
    return this;
  }

  public HandQcow2 putLong(int at, long number) {
    bytes.putLong(at, number);
    return this;
  }

  public HandQcow2 putText(int at, String text) {
    bytes.position(at).put(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Names a backing file, right behind the header and an end of extensions. */
  public HandQcow2 over(String name) {
    return putLong(8, 112)
        .putInt(16, name.getBytes(StandardCharsets.UTF_8).length)
        .putText(112, name);
  }

  /** The L2 entry of a guest cluster. */
  public HandQcow2 entry(int cluster, long entry) {
    return putLong(L2 + 8 * cluster, entry);
  }

  /** Appends a host cluster of this octet and points a guest cluster at it. */
  public HandQcow2 data(int cluster, int octet) {
    int host = bytes.capacity();
    grow(host + CLUSTER);
    for (int at = host; at < host + CLUSTER; at++) {
      bytes.put(at, (byte) octet);
    }
    return entry(cluster, host | COPIED);
  }

  /** Makes the file longer, with zeros, or cuts it. */
  public HandQcow2 grow(int length) {
    ByteBuffer longer = ByteBuffer.allocate(length);
    longer.put(bytes.array(), 0, Math.min(length, bytes.capacity()));
    bytes = longer;
    return this;
  }

  /** The image so far. */
  public byte[] bytes() {
    return bytes.array().clone();
  }

  public Path write(Path path) throws IOException {
    return Files.write(path, bytes.array());
  }
}
