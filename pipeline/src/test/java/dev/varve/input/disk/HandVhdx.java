package dev.varve.input.disk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.UUID;
import java.util.zip.CRC32C;

/** A VHDX with blocks of 1 MiB by MS-VHDX, byte by byte: dynamic or differencing, with a log. */
public final class HandVhdx {
  static final int MIB = 1 << 20;
  static final int TABLE_AT = 2 * MIB;
  private static final int LOG_AT = MIB;
  private static final int METADATA_AT = 3 * MIB;
  private static final int DATA_AT = 4 * MIB;
  private static final UUID WRITES = new UUID(0x1122334455667788L, 0x99aabbccddeeff00L);
  private static final UUID LOG = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
  private static final int RATIO = 4096;

  private byte[] file = new byte[DATA_AT];
  private final UUID identity;
  private final long virtualBytes;
  private boolean isLogged;
  private int bitmapAt;
  private UUID parent = new UUID(0, 0);
  private String path = "";

  public HandVhdx(long virtualBytes, UUID identity) {
    this.virtualBytes = virtualBytes;
    this.identity = identity;
  }

  public HandVhdx over(UUID below, String relative) {
    parent = below;
    path = relative;
    return this;
  }

  /** A block that is fully present. */
  public HandVhdx block(int index, byte[] content) {
    return entry(index, append(content) | 6L);
  }

  /** An entry of the table of blocks as it is, such as one of zeros, 2. */
  public HandVhdx entry(int index, long entry) {
    fields().putLong(TABLE_AT + 8 * (index + index / RATIO), entry);
    return this;
  }

  /** A partially present block of the first 4 GiB. */
  public HandVhdx block(int index, BitSet own, byte[] content) {
    if (bitmapAt == 0) {
      bitmapAt = append(new byte[MIB]);
      fields().putLong(TABLE_AT + 8 * RATIO, bitmapAt | 6L);
    }
    byte[] bits = own.toByteArray();
    System.arraycopy(bits, 0, file, bitmapAt + index * (MIB / 512 / 8), bits.length);
    return entry(index, append(content) | 7L);
  }

  /** The first page of the table of blocks. */
  public byte[] table() {
    return Arrays.copyOfRange(file, TABLE_AT, TABLE_AT + 4096);
  }

  /** Alters a byte of the log. */
  public HandVhdx tear(int at) {
    file[LOG_AT + at % MIB] ^= 1;
    return this;
  }

  private int append(byte[] content) {
    int at = file.length;
    file = Arrays.copyOf(file, at + MIB);
    System.arraycopy(content, 0, file, at, content.length);
    return at;
  }

  private ByteBuffer fields() {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * An entry of the log that writes a page of 4 KiB, and zeros behind it.
   *
   * @param at place in the ring, a multiple of 4 KiB
   * @param tail place of the first entry that is not done
   * @param zeroBytes 0 for none
   */
  public HandVhdx log(int at, int tail, long sequence, long offset, byte[] page, int zeroBytes) {
    isLogged = true;
    ByteBuffer entry = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
    int descriptors = zeroBytes == 0 ? 1 : 2;
    entry.put("loge".getBytes(StandardCharsets.US_ASCII)).putInt(0).putInt(8192).putInt(tail);
    entry.putLong(sequence).putInt(descriptors).putInt(0).put(guid(LOG));
    entry.putLong(file.length).putLong(file.length);
    ByteBuffer in = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
    entry.put("desc".getBytes(StandardCharsets.US_ASCII)).putInt(in.getInt(4092));
    entry.putLong(in.getLong(0)).putLong(offset).putLong(sequence);
    if (zeroBytes > 0) {
      entry.put("zero".getBytes(StandardCharsets.US_ASCII)).putInt(0).putLong(zeroBytes);
      entry.putLong(offset + 4096).putLong(sequence);
    }
    entry.position(4096);
    entry.put("data".getBytes(StandardCharsets.US_ASCII)).putInt((int) (sequence >>> 32));
    entry.put(page, 8, 4084).putInt((int) sequence);
    sum(entry.array(), 0, 8192);
    for (int done = 0; done < 8192; done++) {
      file[LOG_AT + (at + done) % MIB] = entry.array()[done];
    }
    return this;
  }

  public byte[] bytes() {
    ByteBuffer out = fields();
    out.put("vhdxfile".getBytes(StandardCharsets.US_ASCII));
    for (int copy = 0; copy < 2; copy++) {
      out.position((copy + 1) << 16).put("head".getBytes(StandardCharsets.US_ASCII)).putInt(0);
      out.putLong(7 + copy).put(guid(WRITES)).put(guid(identity));
      out.put(isLogged ? guid(LOG) : new byte[16]).putShort((short) 0).putShort((short) 1);
      out.putInt(MIB).putLong(LOG_AT);
      sum(file, (copy + 1) << 16, 4096);
      out.position((copy + 3) << 16).put("regi".getBytes(StandardCharsets.US_ASCII)).putInt(0);
      out.putInt(2).putInt(0);
      out.put(guid(VhdxRegions.TABLE)).putLong(TABLE_AT).putInt(MIB).putInt(1);
      out.put(guid(VhdxRegions.METADATA)).putLong(METADATA_AT).putInt(MIB).putInt(1);
      sum(file, (copy + 3) << 16, 64 << 10);
    }
    boolean hasParent = !path.isEmpty();
    out.position(METADATA_AT).put("metadata".getBytes(StandardCharsets.US_ASCII));
    out.putShort((short) 0).putShort((short) (hasParent ? 6 : 5));
    item(0, "caa16737-fa36-4d43-b3b6-33f0aa44e76b", 0, 8, 4);
    item(1, "2fa54224-cd1b-4876-b211-5dbed83bf4b8", 8, 8, 6);
    item(2, "beca12ab-b2e6-4523-93ef-c309e000c746", 16, 16, 6);
    item(3, "8141bf1d-a96f-4709-ba47-f233a8faab5f", 32, 4, 6);
    item(4, "cda348c7-445d-4471-9cc9-e9885251c556", 36, 4, 6);
    out.position(METADATA_AT + (64 << 10)).putInt(MIB).putInt(hasParent ? 2 : 0);
    out.putLong(virtualBytes).put(guid(identity)).putInt(512).putInt(4096);
    if (hasParent) {
      byte[] locator = locator();
      item(5, "a8d35f2d-b30b-454d-abf7-d3d84834ab0c", 40, locator.length, 4);
      out.put(locator);
    }
    return file;
  }

  private byte[] locator() {
    String[] texts = {"parent_linkage", "{" + parent + "}", "relative_path", path};
    ByteBuffer out = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);
    out.put(guid("b04aefb7-d19e-4a81-b789-25b8e9445913")).putShort((short) 0).putShort((short) 2);
    int at = 64;
    for (int pair = 0; pair < 2; pair++) {
      byte[] key = texts[2 * pair].getBytes(StandardCharsets.UTF_16LE);
      byte[] value = texts[2 * pair + 1].getBytes(StandardCharsets.UTF_16LE);
      out.putInt(at).putInt(at + key.length);
      out.putShort((short) key.length).putShort((short) value.length);
      out.put(at, key).put(at + key.length, value);
      at += key.length + value.length;
    }
    return Arrays.copyOf(out.array(), at);
  }

  private void item(int index, String name, int offset, int length, int bits) {
    ByteBuffer out = fields().position(METADATA_AT + 32 + 32 * index);
    out.put(guid(name)).putInt((64 << 10) + offset).putInt(length).putInt(bits).putInt(0);
  }

  private static byte[] guid(String text) {
    return guid(UUID.fromString(text));
  }

  static byte[] guid(UUID identity) {
    long high = identity.getMostSignificantBits();
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (high >>> 32))
        .putShort((short) (high >>> 16))
        .putShort((short) high)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(identity.getLeastSignificantBits())
        .array();
  }

  /** Sets the checksum behind a signature. */
  public static void sum(byte[] bytes, int at, int length) {
    ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at + 4, 0);
    CRC32C sum = new CRC32C();
    sum.update(bytes, at, length);
    fields.putInt(at + 4, (int) sum.getValue());
  }
}
