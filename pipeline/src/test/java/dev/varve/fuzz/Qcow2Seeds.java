package dev.varve.fuzz;

import dev.varve.input.disk.HandQcow2;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** qcow2 images over two backing files. */
final class Qcow2Seeds implements DiskSeeds {
  private static final byte[] RAW = new byte[5000];
  private static final byte[] BASE = new HandQcow2().data(3, 9).bytes();

  static {
    Arrays.fill(RAW, (byte) 7);
  }

  @Override
  public Map<String, byte[]> others() {
    return Map.of("base.raw", RAW, "base", BASE);
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(new HandQcow2().data(0, 1).data(5, 2).entry(7, 1).bytes());
    seeds.add(new HandQcow2().data(2, 1).over("base.raw").bytes());
    seeds.add(
        new HandQcow2()
            .data(2, 1)
            .over("json:{\"driver\":\"qcow2\",\"file\":{\"filename\":\"base\"}}")
            .bytes());
    seeds.add(withState());
    Path file = Files.createTempFile("seed", ".qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(file, Qcow2Form.alone(2, 9, 20_480))) {
      writer.write(1, new byte[512]);
      writer.writeCompressed(2, new byte[512]);
    }
    seeds.add(Files.readAllBytes(file));
    Files.delete(file);
    // Version 3 with subclusters: 16 KiB clusters, extended entries.
    byte[] parts = new byte[(3 << 14) + 4096];
    System.arraycopy(
        new HandQcow2()
            .putInt(20, 14)
            .putLong(24, 1 << 16)
            .putLong(40, 1 << 14)
            .putLong(72, 16)
            .bytes(),
        0,
        parts,
        0,
        112);
    java.nio.ByteBuffer tables = java.nio.ByteBuffer.wrap(parts);
    tables.putLong(1 << 14, 2L << 14);
    tables.putLong(2 << 14, 3L << 14).putLong((2 << 14) + 8, 0x0000_ff00_0000_00ffL);
    seeds.add(parts);
    return seeds;
  }

  /** An image with an internal snapshot that shares its tables. */
  private static byte[] withState() {
    HandQcow2 image = new HandQcow2().data(1, 4).grow(4096);
    int table = 2048;
    return image
        .putInt(60, 1)
        .putLong(64, table)
        .putLong(table, 512)
        .putInt(table + 8, 1)
        .putInt(table + 12, 1 << 16 | 3)
        .putInt(table + 36, 16)
        .putLong(table + 40 + 8, 64 * 512)
        .putText(table + 40 + 16, "1day")
        .bytes();
  }
}
