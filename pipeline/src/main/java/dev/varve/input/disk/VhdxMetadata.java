package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of a VHDX ([MS-VHDX] 2.6): {@link VhdxReader} learns from it the geometry of the
 * disk and the names of its parent.
 *
 * @param virtualBytes length of the disk
 * @param blockBytes size of a payload block
 * @param sectorBytes size of a logical sector
 * @param hasParent whether it is a differencing disk
 * @param parent the pairs of its parent locator; empty without a parent
 */
record VhdxMetadata(
    long virtualBytes,
    int blockBytes,
    int sectorBytes,
    boolean hasParent,
    Map<String, String> parent) {
  private static final Magic MAGIC = new Magic(0, "metadata");
  private static final int TABLE_BYTES = 64 << 10;
  private static final int COUNT_AT = 10;

  /** Bytes of an entry, and of the header before the first one. */
  private static final int ENTRY_BYTES = 32;

  /** Flag of an entry that a reader must know. */
  private static final int REQUIRED = 4;

  /** Flag of the file parameters. */
  private static final int HAS_PARENT = 2;

  private static final int MOST_ITEMS = 2047;
  private static final int MOST_ITEM_BYTES = 1 << 20;

  /** GUIDs of the known items, and the least bytes of each. */
  private static final String PARAMETERS = "caa16737-fa36-4d43-b3b6-33f0aa44e76b";

  private static final String SIZE = "2fa54224-cd1b-4876-b211-5dbed83bf4b8";
  private static final String PAGE_83 = "beca12ab-b2e6-4523-93ef-c309e000c746";
  private static final String LOGICAL = "8141bf1d-a96f-4709-ba47-f233a8faab5f";
  private static final String PHYSICAL = "cda348c7-445d-4471-9cc9-e9885251c556";
  private static final String PARENT = "a8d35f2d-b30b-454d-abf7-d3d84834ab0c";
  private static final Map<String, Integer> LEAST_BYTES =
      Map.of(PARAMETERS, 8, SIZE, 8, PAGE_83, 16, LOGICAL, 4, PHYSICAL, 4, PARENT, 20);

  /** Longest disk that MS-VHDX allows: 64 TiB. */
  private static final long MOST_DISK_BYTES = 64L << 40;

  static VhdxMetadata read(DiskFile file, VhdxRegions regions) throws IOException {
    long region = regions.offset(VhdxRegions.METADATA);
    ByteBuffer table = file.readFields(region, TABLE_BYTES, ByteOrder.LITTLE_ENDIAN);
    int count = table.getShort(COUNT_AT) & 0xffff;
    if (!MAGIC.matches(table) || count > MOST_ITEMS) {
      throw file.corrupt(region, "no table of metadata");
    }
    Map<String, ByteBuffer> items = new HashMap<>();
    for (int at = ENTRY_BYTES; at < ENTRY_BYTES + ENTRY_BYTES * count; at += ENTRY_BYTES) {
      String name = Guid.text(table, at);
      long offset = Integer.toUnsignedLong(table.getInt(at + 16));
      long length = Integer.toUnsignedLong(table.getInt(at + 20));
      boolean isKnown = LEAST_BYTES.containsKey(name);
      if (!isKnown && (table.getInt(at + 24) & REQUIRED) != 0) {
        throw file.malformed(
            RejectReason.UNSUPPORTED, region + at, "the unknown item of metadata " + name);
      }
      if (isKnown) {
        if (length < LEAST_BYTES.getOrDefault(name, 0) || length > MOST_ITEM_BYTES) {
          throw file.corrupt(region + at + 20, "an item of metadata of " + length + " bytes");
        }
        items.put(name, file.readFields(region + offset, (int) length, ByteOrder.LITTLE_ENDIAN));
      }
    }
    ByteBuffer parameters = item(file, region, items, PARAMETERS);
    boolean hasParent = (parameters.getInt(4) & HAS_PARENT) != 0;
    VhdxMetadata metadata =
        new VhdxMetadata(
            item(file, region, items, SIZE).getLong(0),
            parameters.getInt(0),
            item(file, region, items, LOGICAL).getInt(0),
            hasParent,
            hasParent ? parent(file, region, item(file, region, items, PARENT)) : Map.of());
    metadata.check(file, region);
    return metadata;
  }

  private static ByteBuffer item(
      DiskFile file, long region, Map<String, ByteBuffer> items, String name) throws IOException {
    ByteBuffer item = items.get(name);
    if (item == null) {
      throw file.corrupt(region, "the item of metadata " + name + " is missing");
    }
    return item;
  }

  private void check(DiskFile file, long region) throws IOException {
    if (blockBytes < 1 << 20 || blockBytes > 256 << 20 || Integer.bitCount(blockBytes) != 1) {
      throw file.corrupt(
          region,
          "blocks of "
              + Integer.toUnsignedString(blockBytes)
              + " bytes; powers of two from 1 MiB to 256 MiB are allowed");
    }
    if (sectorBytes != 512 && sectorBytes != 4096) {
      throw file.corrupt(region, "sectors of " + sectorBytes + " bytes; 512 and 4096 are allowed");
    }
    if (virtualBytes < 0 || virtualBytes > MOST_DISK_BYTES || virtualBytes % sectorBytes != 0) {
      throw file.corrupt(
          region,
          "a disk of " + Long.toUnsignedString(virtualBytes) + " bytes; 64 TiB are allowed");
    }
  }

  /** Reads the parent locator: pairs of keys and values. */
  private static Map<String, String> parent(DiskFile file, long region, ByteBuffer item)
      throws IOException {
    Map<String, String> pairs = new TreeMap<>();
    int count = item.getShort(18) & 0xffff;
    for (int pair = 0; pair < count; pair++) {
      int at = 20 + 12 * pair;
      if (at + 12 > item.capacity()) {
        throw file.corrupt(region, "the parent locator ends inside its pairs");
      }
      String key = text(file, region, item, item.getInt(at), item.getShort(at + 8));
      String value = text(file, region, item, item.getInt(at + 4), item.getShort(at + 10));
      pairs.put(key.toLowerCase(Locale.ROOT), value);
    }
    return pairs;
  }

  private static String text(DiskFile file, long region, ByteBuffer item, int at, short bytes)
      throws IOException {
    byte[] text = new byte[bytes & 0xffff];
    if (at < 0 || at > item.capacity() - text.length) {
      throw file.corrupt(region, "the parent locator has a text outside of it");
    }
    item.get(at, text);
    return new String(text, StandardCharsets.UTF_16LE);
  }
}
