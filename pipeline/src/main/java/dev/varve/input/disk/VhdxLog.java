package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The log of a VHDX: a ring buffer of entries, each of which contains some writes to metadata. The
 * newest sequence of valid entries is replayed in memory; the file stays as it is.
 *
 * @see <a href="https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-vhdx">MS-VHDX,
 *     sections 2.3 and 3.2</a>
 */
final class VhdxLog {
  private static final Magic ENTRY_MAGIC = new Magic(0, "loge");
  private static final Magic ZERO_MAGIC = new Magic(0, "zero");
  private static final Magic DATA_MAGIC = new Magic(0, "desc");
  private static final Magic SECTOR_MAGIC = new Magic(0, "data");
  private static final int SECTOR_BYTES = 4096;
  private static final int HEADER_BYTES = 64;
  private static final int DESCRIPTOR_BYTES = 32;

  /** Most pages of pending writes, which are in memory: 16 MiB. */
  private static final int MOST_PAGES = 4096;

  /** Most bytes by which the log may let the file grow: 1 GiB. */
  private static final long MOST_GROWTH_BYTES = 1L << 30;

  private final DiskFile file;
  private final long start;
  private final long length;
  private final String identity;

  /**
   * Bytes of which checksums may still be computed. Sound entries do not overlap, so four times the
   * log's length is enough; damaged entries could cost far more.
   */
  private long checksumBudgetBytes;

  private VhdxLog(DiskFile file, long start, long length, String identity) {
    this.file = file;
    this.start = start;
    this.length = length;
    this.identity = identity;
    checksumBudgetBytes = 4 * length;
  }

  /** An entry whose checksum is right. */
  private record Entry(
      long logOffset,
      long bytes,
      long tail,
      long sequence,
      int descriptors,
      long flushedFileBytes,
      long lastFileBytes) {}

  /**
   * Lets reads of the file see the writes of its log.
   *
   * @param identity GUID of the log, which its entries must contain
   */
  static void replay(DiskFile file, long start, long length, String identity) throws IOException {
    if (start % SECTOR_BYTES != 0
        || length % SECTOR_BYTES != 0
        || start < 0
        || start > file.bytes() - length) {
      throw file.corrupt(
          -1, "a log of %d bytes at %d does not fit into the file".formatted(length, start));
    }
    VhdxLog log = new VhdxLog(file, start, length, identity);
    List<Entry> active = log.activeEntries();
    if (active.isEmpty()) {
      return;
    }
    Entry head = active.get(active.size() - 1);
    if (head.flushedFileBytes > file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the log says that the file had %d bytes; it ends at %d"
              .formatted(head.flushedFileBytes, file.bytes()));
    }
    long bytes = Math.max(file.bytes(), head.lastFileBytes);
    if (bytes - file.bytes() > MOST_GROWTH_BYTES) {
      throw file.corrupt(
          start + head.logOffset, "the log lets the file grow to " + bytes + " bytes");
    }
    FilePatches patches = new FilePatches();
    for (Entry entry : active) {
      log.apply(entry, patches);
    }
    file.patch(patches, bytes);
  }

  /** The entries from the tail of the newest valid sequence to its head. */
  private List<Entry> activeEntries() throws IOException {
    List<Entry> best = List.of();
    for (long at = 0; at < length; ) {
      List<Entry> sequence = sequence(at);
      if (sequence.isEmpty()) {
        at += SECTOR_BYTES;
        continue;
      }
      Entry head = sequence.get(sequence.size() - 1);
      if (best.isEmpty() || head.sequence > best.get(best.size() - 1).sequence) {
        for (int tail = 0; tail < sequence.size(); tail++) {
          if (sequence.get(tail).logOffset == head.tail) {
            best = sequence.subList(tail, sequence.size());
          }
        }
      }
      // Skip the rest of this sequence: a start inside it leads to the same head with fewer
      // entries.
      at = sequence.stream().mapToLong(Entry::bytes).sum() + at;
    }
    return best;
  }

  /**
   * Reads valid entries that follow each other in the ring and have consecutive sequence numbers.
   */
  private List<Entry> sequence(long from) throws IOException {
    List<Entry> sequence = new ArrayList<>();
    long at = from;
    long bytes = 0;
    Entry entry = entry(at);
    while (entry != null
        && (sequence.isEmpty()
            || entry.sequence == sequence.get(sequence.size() - 1).sequence + 1)) {
      sequence.add(entry);
      bytes += entry.bytes;
      at = (at + entry.bytes) % length;
      entry = bytes < length ? entry(at) : null;
    }
    return sequence;
  }

  private @Nullable Entry entry(long at) throws IOException {
    ByteBuffer fields = file.readFields(start + at, HEADER_BYTES, ByteOrder.LITTLE_ENDIAN);
    if (!ENTRY_MAGIC.matches(fields) || !Guid.text(fields, 32).equals(identity)) {
      return null;
    }
    long bytes = Integer.toUnsignedLong(fields.getInt(8));
    long tail = Integer.toUnsignedLong(fields.getInt(12));
    long descriptors = Integer.toUnsignedLong(fields.getInt(24));
    if (bytes == 0
        || bytes % SECTOR_BYTES != 0
        || bytes > length
        || HEADER_BYTES + DESCRIPTOR_BYTES * descriptors > bytes
        || fields.getInt(4) != sum(at, bytes)) {
      return null;
    }
    return new Entry(
        at,
        bytes,
        tail,
        fields.getLong(16),
        (int) descriptors,
        fields.getLong(48),
        fields.getLong(56));
  }

  /** Computes the checksum (CRC-32C) of an entry, its own checksum field taken as zero. */
  private int sum(long at, long bytes) throws IOException {
    checksumBudgetBytes -= bytes;
    if (checksumBudgetBytes < 0) {
      throw file.corrupt(start + at, "the entries of the log overlap");
    }
    CRC32C sum = new CRC32C();
    for (long done = 0; done < bytes; done += SECTOR_BYTES) {
      byte[] sector = sector(at + done);
      if (done == 0) {
        ByteBuffer.wrap(sector).putInt(4, 0);
      }
      sum.update(sector);
    }
    return (int) sum.getValue();
  }

  private byte[] sector(long at) throws IOException {
    return file.readBytes(start + at % length, SECTOR_BYTES);
  }

  private void apply(Entry entry, FilePatches patches) throws IOException {
    long data =
        (HEADER_BYTES + (long) DESCRIPTOR_BYTES * entry.descriptors + SECTOR_BYTES - 1)
            / SECTOR_BYTES
            * SECTOR_BYTES;
    for (int index = 0; index < entry.descriptors; index++) {
      long at = entry.logOffset + HEADER_BYTES + (long) DESCRIPTOR_BYTES * index;
      ByteBuffer descriptor =
          file.readFields(start + at % length, DESCRIPTOR_BYTES, ByteOrder.LITTLE_ENDIAN);
      long offset = descriptor.getLong(16);
      boolean isOfEntry = descriptor.getLong(24) == entry.sequence;
      if (isOfEntry && ZERO_MAGIC.matches(descriptor)) {
        long end = offset + descriptor.getLong(8);
        require(entry, offset, end);
        patches.zero(offset, end);
      } else if (isOfEntry && DATA_MAGIC.matches(descriptor) && data < entry.bytes) {
        require(entry, offset, offset + SECTOR_BYTES);
        patches.write(offset, page(entry, data, descriptor));
        data += SECTOR_BYTES;
      } else {
        throw file.corrupt(start + entry.logOffset, "an invalid descriptor in an entry of the log");
      }
      if (patches.pages() > MOST_PAGES) {
        throw file.malformed(
            RejectReason.LIMIT,
            start,
            "the log has more than 16 MiB of writes; attach the disk once, which does them");
      }
    }
  }

  private void require(Entry entry, long from, long to) throws IOException {
    if (from < 0 || to < from || from % SECTOR_BYTES != 0 || to % SECTOR_BYTES != 0) {
      throw file.corrupt(
          start + entry.logOffset,
          "the log writes to bytes %d to %d: no range of whole sectors".formatted(from, to));
    }
  }

  /**
   * Restores a page of 4 KiB. The log replaces the first 8 and last 4 bytes of each page by a mark
   * and a sequence number, and keeps them in the descriptor.
   */
  private byte[] page(Entry entry, long at, ByteBuffer descriptor) throws IOException {
    byte[] page = sector(entry.logOffset + at);
    ByteBuffer fields = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
    long high = Integer.toUnsignedLong(fields.getInt(4));
    long low = Integer.toUnsignedLong(fields.getInt(SECTOR_BYTES - 4));
    if (!SECTOR_MAGIC.matches(fields) || (high << 32 | low) != entry.sequence) {
      throw file.corrupt(
          start + (entry.logOffset + at) % length, "a sector of another entry of the log");
    }
    fields.putLong(0, descriptor.getLong(8));
    fields.putInt(SECTOR_BYTES - 4, descriptor.getInt(4));
    return page;
  }
}
