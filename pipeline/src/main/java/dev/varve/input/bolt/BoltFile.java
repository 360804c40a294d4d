package dev.varve.input.bolt;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A database of bbolt, read in place: a tree of buckets, each a tree of pages with keys in order.
 * The state is that of the last commit whose meta page has a valid checksum. A page is read once,
 * so that no file can name more than it contains.
 *
 * @see <a href="https://github.com/etcd-io/bbolt/blob/main/internal/common/page.go">bbolt,
 *     page.go</a>
 */
public final class BoltFile {
  static final int HEADER_BYTES = 16;
  private static final int ELEMENT_BYTES = 16;
  private static final int BUCKET_BYTES = 16;

  /**
   * Flag of a page that lists further pages. The next two: of a leaf page, and of a leaf's element
   * that is a bucket.
   */
  private static final int BRANCH = 1;

  private static final int LEAF = 2;
  private static final int IS_BUCKET = 1;

  /**
   * Most bytes of a page with its overflow pages. Keys have up to 32 KiB, and values of containerd
   * some KiB.
   */
  private static final int MOST_PAGE_BYTES = 16 << 20;

  /**
   * Most bytes of all pages read. Only the buckets that lead to names are read, and a node has some
   * thousand images.
   */
  private static final long MOST_READ_BYTES = 256 << 20;

  /** Most entries of all pages that are read, which bounds the memory for them. */
  private static final int MOST_ENTRIES = 1 << 20;

  private final SeekableByteChannel channel;
  private final int pageBytes;
  private final Bucket root;
  private final Set<Long> pagesRead = new HashSet<>();
  private long bytesRead;
  private int entries;

  /**
   * A bucket.
   *
   * @param page its first page; 0 for a small one, whose page is inline
   */
  public record Bucket(long page, @Nullable ByteBuffer inline) {}

  /**
   * A key with its value.
   *
   * @param bucket null unless the value is one
   */
  public record Entry(String key, byte[] value, @Nullable Bucket bucket) {}

  /**
   * Opens a database.
   *
   * @throws MalformedBlobException when neither meta page is valid
   */
  public BoltFile(SeekableByteChannel channel) throws IOException {
    this.channel = channel;
    BoltMeta meta = BoltMeta.latest(channel);
    pageBytes = meta.pageBytes();
    root = new Bucket(meta.rootPage(), null);
  }

  /** The bucket at a path of names, each inside the bucket before it. */
  public Optional<Bucket> bucket(String... names) throws IOException {
    Bucket bucket = root;
    for (String name : names) {
      bucket = bucket(entries(bucket), name);
      if (bucket == null) {
        return Optional.empty();
      }
    }
    return Optional.of(bucket);
  }

  /** The bucket of a name among some entries, or null. */
  public static @Nullable Bucket bucket(List<Entry> entries, String name) {
    for (Entry entry : entries) {
      if (entry.key.equals(name)) {
        return entry.bucket;
      }
    }
    return null;
  }

  /** The direct entries of a bucket, in the order of their keys. */
  public List<Entry> entries(Bucket bucket) throws IOException {
    List<Entry> found = new ArrayList<>();
    Deque<Long> pages = new ArrayDeque<>();
    if (bucket.inline != null) {
      add(bucket.inline, found, pages);
    } else {
      pages.push(bucket.page);
    }
    while (!pages.isEmpty()) {
      add(page(pages.pop()), found, pages);
    }
    return found;
  }

  private void add(ByteBuffer page, List<Entry> found, Deque<Long> pages) throws IOException {
    require(page, 0, HEADER_BYTES);
    int flags = page.getShort(8);
    int count = page.getShort(10) & 0xffff;
    require(page, HEADER_BYTES, (long) count * ELEMENT_BYTES);
    entries += count;
    if (entries > MOST_ENTRIES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, "more than " + MOST_ENTRIES + " entries");
    }
    if ((flags & BRANCH) != 0) {
      for (int index = count - 1; index >= 0; index--) {
        pages.push(page.getLong(HEADER_BYTES + index * ELEMENT_BYTES + 8));
      }
    } else if ((flags & LEAF) != 0) {
      long copied = 0;
      for (int index = 0; index < count; index++) {
        int at = HEADER_BYTES + index * ELEMENT_BYTES;
        copied += Integer.toUnsignedLong(page.getInt(at + 8));
        copied += Integer.toUnsignedLong(page.getInt(at + 12));
        // Keys and values may not be longer than the page together: overlapping entries would be
        // copied again and again, into more memory than the file has bytes.
        require(page, 0, copied);
        found.add(entry(page, at));
      }
    } else {
      throw corrupt("a page of the tree is neither a branch nor a leaf");
    }
  }

  private static Entry entry(ByteBuffer page, int at) throws MalformedBlobException {
    long key = at + Integer.toUnsignedLong(page.getInt(at + 4));
    long keyBytes = Integer.toUnsignedLong(page.getInt(at + 8));
    long valueBytes = Integer.toUnsignedLong(page.getInt(at + 12));
    require(page, key, keyBytes + valueBytes);
    byte[] name = new byte[(int) keyBytes];
    page.get((int) key, name);
    byte[] value = new byte[(int) valueBytes];
    page.get((int) (key + keyBytes), value);
    boolean isBucket = (page.getInt(at) & IS_BUCKET) != 0;
    return new Entry(
        new String(name, StandardCharsets.UTF_8), value, isBucket ? bucketOf(value) : null);
  }

  private static Bucket bucketOf(byte[] value) throws MalformedBlobException {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    require(bytes, 0, BUCKET_BYTES);
    long page = bytes.getLong(0);
    int rest = value.length - BUCKET_BYTES;
    return new Bucket(
        page, page == 0 ? bytes.slice(BUCKET_BYTES, rest).order(ByteOrder.LITTLE_ENDIAN) : null);
  }

  private ByteBuffer page(long number) throws IOException {
    long pages = channel.size() / pageBytes;
    if (number < 2 || number >= pages || !pagesRead.add(number)) {
      throw corrupt("page " + number + " is outside of the file, or in the tree twice");
    }
    long overflow =
        Integer.toUnsignedLong(bytes(channel, number * pageBytes, HEADER_BYTES).getInt(12));
    long length = (overflow + 1) * pageBytes;
    bytesRead += length;
    if (length > MOST_PAGE_BYTES || number + overflow >= pages || bytesRead > MOST_READ_BYTES) {
      throw corrupt("page " + number + " has " + length + " bytes, " + bytesRead + " are read");
    }
    return bytes(channel, number * pageBytes, (int) length);
  }

  /** Bytes of a file. */
  static ByteBuffer bytes(SeekableByteChannel channel, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    channel.position(offset);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new MalformedBlobException(RejectReason.TRUNCATED, offset, "it ends inside a page");
      }
    }
    return bytes;
  }

  private static void require(ByteBuffer page, long at, long length) throws MalformedBlobException {
    if (at > page.limit() || length > page.limit() - at) {
      throw corrupt("an entry of a page is outside of it");
    }
  }

  public static MalformedBlobException corrupt(String message) {
    return new MalformedBlobException(RejectReason.CORRUPT, message);
  }
}
