package dev.varve.fuzz;

import dev.varve.input.disk.HandVhdx;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * VHDX images, whose parts are mebibytes apart: an input is the parts alone, one behind the other.
 * Checksums are corrected.
 */
final class SpreadVhdx implements DiskSeeds {
  private static final int MIB = 1 << 20;
  private static final int FILE_BYTES = 4 * MIB + (64 << 10);
  private static final int LOG_AT = MIB;
  private static final long DATA = 4 * MIB;
  private static final int LOG_BYTES = 24 << 10;

  /** Places of header, regions, metadata and their items, table, its bitmap's entry, data. */
  private static final int[] PLACES = {
    64 << 10, 192 << 10, 3 * MIB, 3 * MIB + (64 << 10), 2 * MIB, 2 * MIB + 8 * 4096, 4 * MIB
  };

  private static final int[] LENGTHS = {80, 80, 224, 320, 96, 16, 128};
  private static final UUID BELOW = new UUID(3, 4);
  private static final byte[] BASE = new HandVhdx(3 * MIB, BELOW).block(0, block(5)).bytes();

  @Override
  public Map<String, byte[]> others() {
    return Map.of("base", BASE);
  }

  /** The file of an input. */
  static byte[] file(byte[] data) {
    byte[] file = new byte[FILE_BYTES];
    System.arraycopy(BASE, 0, file, 0, 8);
    int from = 0;
    for (int part = 0; part < PLACES.length; part++) {
      int length = Math.min(LENGTHS[part], data.length - from);
      System.arraycopy(data, from, file, PLACES[part], length);
      from += length;
    }
    System.arraycopy(data, from, file, LOG_AT, Math.min(LOG_BYTES, data.length - from));
    HandVhdx.sum(file, PLACES[0], 4096);
    HandVhdx.sum(file, PLACES[1], 64 << 10);
    ByteBuffer fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = LOG_AT; at < LOG_AT + LOG_BYTES; at += 4096) {
      int length = fields.getInt(at + 8);
      if (fields.getInt(at) == 0x65676f6c && length > 0 && length <= LOG_BYTES) {
        HandVhdx.sum(file, at, length);
      }
    }
    return file;
  }

  private static byte[] input(byte[] image, int logBytes) {
    byte[] file = Arrays.copyOf(image, FILE_BYTES);
    ByteBuffer data = ByteBuffer.allocate(Arrays.stream(LENGTHS).sum() + logBytes);
    for (int part = 0; part < PLACES.length; part++) {
      data.put(file, PLACES[part], LENGTHS[part]);
    }
    return data.put(file, LOG_AT, logBytes).array();
  }

  @Override
  public List<byte[]> seeds() {
    BitSet some = new BitSet();
    some.set(3, 90);
    UUID own = new UUID(1, 2);
    HandVhdx logged = new HandVhdx(3 * MIB, own).entry(0, DATA | 6);
    byte[] table = logged.table();
    logged.entry(0, 0).log(0, 0, 7, 2 * MIB, table, 0).log(8192, 0, 8, 2 * MIB + 4096, table, 4096);
    return List.of(
        input(BASE, 0),
        input(new HandVhdx(2 * MIB + 512, own).entry(1, 2).bytes(), 0),
        input(new HandVhdx(3 * MIB, own).over(BELOW, ".\\base").entry(2, 2).bytes(), 0),
        input(
            new HandVhdx(3 * MIB, own)
                .over(BELOW, "base")
                .block(0, some, block(7))
                .entry(0, DATA | 7)
                .bytes(),
            0),
        input(logged.bytes(), 16_384));
  }

  private static byte[] block(int octet) {
    byte[] block = new byte[MIB];
    Arrays.fill(block, 0, 4096, (byte) octet);
    return block;
  }
}
