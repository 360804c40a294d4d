package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The start of a VHDX file: which of two headers is in use, and where its regions are. Reading it
 * replays the log.
 *
 * @param identity GUID that changes when the disk is written
 * @param offsets offsets in the file of the regions, by their GUIDs
 * @param lengths lengths of the regions in bytes, by their GUIDs
 */
record VhdxRegions(String identity, Map<String, Long> offsets, Map<String, Long> lengths) {
  static final Magic MAGIC = new Magic(0, "vhdxfile");
  static final String TABLE = "2dc27766-f623-4200-9d64-115e9bfd4a08";
  static final String METADATA = "8b7ca206-4790-4b9a-b8fe-575f050f886e";
  private static final Magic HEADER = new Magic(0, "head");
  private static final Magic REGIONS = new Magic(0, "regi");
  private static final int HEADER_BYTES = 4096;
  private static final int REGIONS_BYTES = 64 << 10;
  private static final long[] HEADERS_AT = {64 << 10, 128 << 10};
  private static final long[] REGIONS_AT = {192 << 10, 256 << 10};
  private static final int MOST_REGIONS = 2047;
  private static final long ALIGNMENT = 1 << 20;
  private static final String NONE = "00000000-0000-0000-0000-000000000000";

  static VhdxRegions read(DiskFile file) throws IOException {
    if (!MAGIC.matches(file.head(MAGIC.end()))) {
      throw file.corrupt(0, "not a VHDX image: the magic is missing");
    }
    if (file.bytes() < ALIGNMENT) {
      throw file.malformed(
          RejectReason.TRUNCATED, file.bytes(), "the file ends inside the headers of a VHDX");
    }
    ByteBuffer header = header(file);
    int version = header.getShort(66);
    if (version != 1) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, HEADERS_AT[0] + 66, "VHDX version " + version + "; 1 is read");
    }
    String log = Guid.text(header, 48);
    if (!log.equals(NONE) && !file.isPatched()) {
      if (header.getShort(64) != 0) {
        throw file.malformed(
            RejectReason.UNSUPPORTED, HEADERS_AT[0] + 64, "a log of an unknown version");
      }
      VhdxLog.replay(file, header.getLong(72), Integer.toUnsignedLong(header.getInt(68)), log);
    }
    Map<String, Long> offsets = new TreeMap<>();
    Map<String, Long> lengths = new TreeMap<>();
    ByteBuffer regions = regions(file);
    long count = Integer.toUnsignedLong(regions.getInt(8));
    if (count > MOST_REGIONS) {
      throw file.corrupt(REGIONS_AT[0] + 8, count + " regions; 2047 are allowed");
    }
    for (int at = 16; at < 16 + 32 * (int) count; at += 32) {
      String name = Guid.text(regions, at);
      long offset = regions.getLong(at + 16);
      long length = Integer.toUnsignedLong(regions.getInt(at + 24));
      boolean isKnown = name.equals(TABLE) || name.equals(METADATA);
      if (!isKnown && (regions.getInt(at + 28) & 1) != 0) {
        throw file.malformed(
            RejectReason.UNSUPPORTED, REGIONS_AT[0] + at, "the unknown region " + name);
      }
      if (isKnown && (offset < ALIGNMENT || offset % ALIGNMENT != 0)) {
        throw file.corrupt(REGIONS_AT[0] + at + 16, "a region at " + offset);
      }
      offsets.put(name, offset);
      lengths.put(name, length);
    }
    if (!offsets.containsKey(TABLE) || !offsets.containsKey(METADATA)) {
      throw file.corrupt(
          REGIONS_AT[0], "the region of the metadata, or that of the table of blocks, is missing");
    }
    return new VhdxRegions(Guid.text(header, 32), offsets, lengths);
  }

  /** Offset at which a region begins. */
  long offset(String region) {
    return offsets.getOrDefault(region, 0L);
  }

  long bytes(String region) {
    return lengths.getOrDefault(region, 0L);
  }

  /** The valid header with the higher number. */
  private static ByteBuffer header(DiskFile file) throws IOException {
    ByteBuffer best = null;
    for (long at : HEADERS_AT) {
      ByteBuffer header = file.readFields(at, HEADER_BYTES, ByteOrder.LITTLE_ENDIAN);
      boolean isBetter =
          best == null || Long.compareUnsigned(header.getLong(8), best.getLong(8)) > 0;
      best = HEADER.matches(header) && isBetter && isSummed(header) ? header : best;
    }
    if (best == null) {
      throw file.corrupt(HEADERS_AT[0], "neither header has its signature and checksum");
    }
    return best;
  }

  /** Reads the first of the two region tables that is valid. */
  private static ByteBuffer regions(DiskFile file) throws IOException {
    for (long at : REGIONS_AT) {
      ByteBuffer regions = file.readFields(at, REGIONS_BYTES, ByteOrder.LITTLE_ENDIAN);
      if (REGIONS.matches(regions) && isSummed(regions)) {
        return regions;
      }
    }
    throw file.corrupt(REGIONS_AT[0], "neither table of regions has its signature and checksum");
  }

  /** Whether the checksum is right: over all bytes, with zeros in its place. */
  private static boolean isSummed(ByteBuffer fields) {
    ByteBuffer copy = ByteBuffer.allocate(fields.capacity()).put(fields.duplicate()).putInt(4, 0);
    CRC32C sum = new CRC32C();
    sum.update(copy.flip());
    return (int) sum.getValue() == fields.getInt(4);
  }
}
