package dev.varve.input.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.UUID;

/** A dynamic or differencing VHD by Microsoft's specification, byte by byte. */
public final class HandVhd {
  private static final int HEADER_AT = 512;
  private static final int TABLE_AT = 1536;
  private final ByteBuffer footer = ByteBuffer.allocate(512);
  private final ByteBuffer header = ByteBuffer.allocate(1024);
  private final int blockBytes;
  private final int[] table;
  private byte[] blocks = {};
  private byte[] path = {};

  public HandVhd(long virtualBytes, int blockBytes, UUID identity) {
    this.blockBytes = blockBytes;
    int entries = (int) ((virtualBytes + blockBytes - 1) / blockBytes);
    table = new int[(entries + 127) / 128 * 128];
    Arrays.fill(table, -1);
    footer.put("conectix".getBytes(StandardCharsets.US_ASCII)).putInt(2).putInt(0x10000);
    footer.putLong(HEADER_AT).putInt(0).put("vhnd".getBytes(StandardCharsets.US_ASCII));
    footer.putInt(0x10000).put("Wi2k".getBytes(StandardCharsets.US_ASCII));
    footer.putLong(virtualBytes).putLong(virtualBytes).putInt(0x0010_0411).putInt(3).putInt(0);
    footer.putLong(identity.getMostSignificantBits()).putLong(identity.getLeastSignificantBits());
    header.put("cxsparse".getBytes(StandardCharsets.US_ASCII)).putLong(-1).putLong(TABLE_AT);
    header.putInt(0x10000).putInt(entries).putInt(blockBytes);
  }

  /** A differencing disk over a file that the relative locator and the name lead to. */
  public HandVhd over(UUID parent, String relative) {
    footer.putInt(60, 4);
    header.putLong(40, parent.getMostSignificantBits());
    header.putLong(48, parent.getLeastSignificantBits());
    header.put(64, relative.getBytes(StandardCharsets.UTF_16BE));
    path = relative.getBytes(StandardCharsets.UTF_16LE);
    header.put(576, "W2ru".getBytes(StandardCharsets.US_ASCII));
    header.putInt(580, 1).putInt(584, path.length);
    return this;
  }

  /** A block of which these sectors are its own. */
  public HandVhd block(int index, BitSet own, byte[] content) {
    int sectors = blockBytes / 512;
    int bitmapBytes = ((sectors + 7) / 8 + 511) / 512 * 512;
    table[index] = (dataAt() + blocks.length) / 512;
    int at = blocks.length;
    blocks = Arrays.copyOf(blocks, at + bitmapBytes + blockBytes);
    for (int sector = 0; sector < sectors; sector++) {
      if (own.get(sector)) {
        blocks[at + sector / 8] |= (byte) (0x80 >> sector % 8);
        System.arraycopy(content, sector * 512, blocks, at + bitmapBytes + sector * 512, 512);
      }
    }
    return this;
  }

  private int dataAt() {
    return TABLE_AT + 4 * table.length + 512; // the path of the locator behind the table
  }

  public byte[] bytes() {
    header.putLong(592, TABLE_AT + 4L * table.length);
    sum(header.array(), 36);
    sum(footer.array(), 64);
    ByteBuffer file = ByteBuffer.allocate(dataAt() + blocks.length + 512);
    file.put(footer.array()).put(header.array());
    for (int entry : table) {
      file.putInt(entry);
    }
    file.put(path).position(dataAt());
    return file.put(blocks).put(footer.array()).array();
  }

  /** Sets a checksum: the complement of the sum of all other bytes. */
  public static void sum(byte[] fields, int at) {
    ByteBuffer.wrap(fields).putInt(at, 0);
    int sum = 0;
    for (byte one : fields) {
      sum += one & 0xff;
    }
    ByteBuffer.wrap(fields).putInt(at, ~sum);
  }
}
