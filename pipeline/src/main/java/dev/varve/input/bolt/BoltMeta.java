package dev.varve.input.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A meta page of a {@link BoltFile}. A file has two, written by turns, so that one is valid when a
 * write of the other breaks off.
 *
 * @param commit number of the commit that wrote it
 */
record BoltMeta(int pageBytes, long rootPage, long commit) {
  private static final int MAGIC = 0xED0CDAED;
  private static final int VERSION = 2;
  private static final int FLAG = 4;

  /** Bytes of the meta fields behind the page header, up to their checksum. */
  private static final int META_BYTES = 56;

  /** The range of page sizes at which a second meta page is looked for. */
  private static final int SMALLEST_PAGE_BYTES = 1 << 10;

  private static final int LARGEST_PAGE_BYTES = 1 << 16;

  /** The valid meta page with the latest commit. */
  static BoltMeta latest(SeekableByteChannel channel) throws IOException {
    BoltMeta latest = at(channel, 0);
    // The second meta page begins one page behind the first. The first may be damaged and not state
    // the page size, so every size is tried.
    for (int bytes = SMALLEST_PAGE_BYTES; bytes <= LARGEST_PAGE_BYTES; bytes *= 2) {
      BoltMeta second = at(channel, bytes);
      if (second != null && (latest == null || second.commit > latest.commit)) {
        latest = second;
      }
    }
    if (latest == null) {
      throw BoltFile.corrupt("no page of it is a valid meta page of bbolt");
    }
    return latest;
  }

  private static @Nullable BoltMeta at(SeekableByteChannel channel, long offset)
      throws IOException {
    int at = BoltFile.HEADER_BYTES;
    int length = at + META_BYTES + Long.BYTES;
    if (offset + length > channel.size()) {
      return null;
    }
    ByteBuffer page = BoltFile.bytes(channel, offset, length);
    int pageBytes = page.getInt(at + 8);
    boolean isMeta =
        (page.getShort(8) & FLAG) != 0
            && page.getInt(at) == MAGIC
            && page.getInt(at + 4) == VERSION
            && page.getLong(at + META_BYTES) == fnv(page, at, META_BYTES)
            && pageBytes >= SMALLEST_PAGE_BYTES
            && pageBytes <= LARGEST_PAGE_BYTES;
    return isMeta ? new BoltMeta(pageBytes, page.getLong(at + 16), page.getLong(at + 48)) : null;
  }

  /** FNV-1a of 64 bits. */
  private static long fnv(ByteBuffer bytes, int from, int length) {
    long hash = 0xcbf29ce484222325L;
    for (int at = from; at < from + length; at++) {
      hash = (hash ^ (bytes.get(at) & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }
}
