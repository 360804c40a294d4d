package dev.varve.codec;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks a tar archive once: v7, ustar, PAX (POSIX.1-2017) and GNU forms, long names, sparse files
 * of the old GNU form and of PAX 0.0, 0.1 and 1.0. Memory is bounded by the limits, not by the
 * archive.
 *
 * <p>Where the formats leave room it does as the readers of container engines do: links, devices
 * and folders have no content whatever their size field says; an archive may end without its two
 * blocks of zeros and without the padding of its last content; what follows those blocks is
 * digested and not read.
 */
public final class TarReader {
  /** Takes content as it comes by. */
  public interface Sink {
    /** The next bytes of the entry, valid only during the call. */
    void take(byte[] buffer, int from, int length) throws IOException;
  }

  private static final int BLOCK = 512;
  private static final byte[] ZEROS = new byte[64 << 10];

  private final ArchiveInput in;
  private final ArchiveLimits limits;
  private final PaxRecords pax = new PaxRecords();
  private long contentLeft;
  private long padding;
  private long expandedBytes;
  private @Nullable TarEntry current;

  /**
   * @param plain the uncompressed archive
   * @param blob the stored bytes below it, for offsets
   * @param digest fed with every byte of the archive; null where nobody asks for it
   */
  public TarReader(
      InputStream plain, BlobStream blob, @Nullable MessageDigest digest, ArchiveLimits limits) {
    this.in = new ArchiveInput(plain, blob, digest, limits);
    this.limits = limits;
  }

  /** Time inside the decompressor, reading of the blob included. */
  public long decodeNanos() {
    return in.decodeNanos();
  }

  /** Time digesting the archive. */
  public long digestNanos() {
    return in.digestNanos();
  }

  /** Bytes of the archive read so far; all of them once {@link #next} has returned null. */
  public long archiveBytes() {
    return in.offset();
  }

  /**
   * The next entry, its predecessor's content passed over; null at the end, when every byte of the
   * archive has been digested.
   *
   * @throws MalformedBlobException when the archive breaks the format or a limit
   */
  public @Nullable TarEntry next() throws IOException {
    in.skip(contentLeft, "the content of an entry");
    in.skipPadding(padding);
    pax.forget();
    byte[] longName = null;
    byte[] longLink = null;
    boolean extended = false;
    while (true) {
      if (in.available() == 0) {
        if (extended) {
          throw in.truncated("an extended header");
        }
        return end();
      }
      if (!in.ensure(BLOCK)) {
        throw in.truncated("a header");
      }
      byte[] header = Arrays.copyOfRange(in.buffer(), in.position(), in.position() + BLOCK);
      if (isZero(header)) {
        in.drain();
        return end();
      }
      checkSum(header);
      in.advance(BLOCK);
      char type = (char) (header[156] & 0xff);
      switch (type) {
        case 'x', 'g', 'X' ->
            pax.read(
                extension(header, limits.headerBytes(), "PAX header"), type == 'g', in, limits);
        case 'L' -> longName = name(extension(header, limits.pathBytes() + 1, "long name"));
        case 'K' -> longLink = name(extension(header, limits.pathBytes() + 1, "long link name"));
        default -> {
          return current = entry(header, type, longName, longLink);
        }
      }
      extended = type != 'g';
    }
  }

  /** Hands the content of the last entry to {@code sink}, holes filled with zeros. */
  public void content(Sink sink) throws IOException {
    TarEntry entry = current;
    if (entry == null) {
      return;
    }
    SparseMap map = entry.sparse();
    if (map == null) {
      stored(contentLeft, sink);
      return;
    }
    long at = 0;
    for (int piece = 0; piece < map.pieces(); piece++) {
      zeros(map.offset(piece) - at, sink);
      stored(map.bytes(piece), sink);
      at = map.offset(piece) + map.bytes(piece);
    }
    zeros(entry.bytes() - at, sink);
  }

  private void stored(long bytes, Sink sink) throws IOException {
    for (long left = bytes; left > 0; ) {
      int step = (int) Math.min(left, in.available());
      if (step == 0) {
        throw in.truncated("the content of an entry");
      }
      sink.take(in.buffer(), in.position(), step);
      in.advance(step);
      left -= step;
      contentLeft -= step;
    }
  }

  private static void zeros(long bytes, Sink sink) throws IOException {
    for (long left = bytes; left > 0; left -= ZEROS.length) {
      sink.take(ZEROS, 0, (int) Math.min(left, ZEROS.length));
    }
  }

  private @Nullable TarEntry end() {
    contentLeft = 0;
    padding = 0;
    current = null;
    return null;
  }

  private TarEntry entry(
      byte[] header, char flag, byte @Nullable [] longName, byte @Nullable [] longLink)
      throws IOException {
    byte[] name = longName == null ? paxName(header) : longName;
    char type = flag == 0 || flag == '7' || flag == 'S' ? '0' : flag;
    long size = pax.number("size", number(header, 124, 12, "size"), in);
    boolean slash = name.length > 0 && name[name.length - 1] == '/';
    if (slash && (flag == 0 || flag == '0' && size == 0)) {
      type = '5';
    }
    boolean content = type < '1' || type > '6';
    long stored = content ? size : 0;
    padding = -stored & BLOCK - 1;
    contentLeft = stored;
    long bytes = stored;
    SparseMap map = null;
    if (flag == 'S') {
      map = oldSparse(header);
      bytes = number(header, 483, 12, "real size");
    } else if (content && pax.number("GNU.sparse.major", 0, in) == 1) {
      map = sparseFromContent();
      bytes = pax.number("GNU.sparse.realsize", stored, in);
    } else if (content) {
      map = pax.sparse(in, limits);
      if (map != null || pax.value("GNU.sparse.size") != null) {
        map = map == null ? new SparseMap() : map;
        bytes = pax.number("GNU.sparse.size", stored, in);
      }
    }
    String fault = map == null ? null : map.fault(bytes, contentLeft);
    if (fault != null) {
      throw in.malformed(RejectReason.CORRUPT, "a sparse map that is wrong: " + fault);
    }
    expandedBytes += bytes;
    if (bytes > limits.archiveBytes() || expandedBytes > limits.archiveBytes()) {
      throw in.malformed(
          RejectReason.LIMIT, "content of more than " + limits.archiveBytes() + " bytes");
    }
    byte[] paxLink = pax.value("linkpath");
    byte[] link = longLink != null ? longLink : paxLink != null ? paxLink : text(header, 157, 100);
    checkLength(name);
    checkLength(link);
    return new TarEntry(
        type,
        name,
        type == '1' || type == '2' ? link : new byte[0],
        bytes,
        in.offset(),
        (int) (number(header, 100, 8, "mode") & 07777),
        pax.number("uid", number(header, 108, 8, "uid"), in),
        pax.number("gid", number(header, 116, 8, "gid"), in),
        mtimeMicros(header),
        map);
  }

  private long mtimeMicros(byte[] header) throws IOException {
    byte[] value = pax.value("mtime");
    if (value == null) {
      return TarNumbers.micros(number(header, 136, 12, "mtime"));
    }
    long micros = TarNumbers.paxMicros(value);
    if (micros == TarNumbers.INVALID) {
      throw in.malformed(RejectReason.CORRUPT, "PAX mtime is no time");
    }
    return micros;
  }

  private byte[] paxName(byte[] header) {
    byte[] sparseName = pax.value("GNU.sparse.name");
    byte[] path = sparseName == null ? pax.value("path") : sparseName;
    if (path != null) {
      return path;
    }
    byte[] name = text(header, 0, 100);
    // Only POSIX's own magic has a prefix; GNU's keeps times there.
    boolean ustar = header[257] == 'u' && header[262] == 0;
    byte[] prefix = ustar ? text(header, 345, 155) : new byte[0];
    if (prefix.length == 0) {
      return name;
    }
    byte[] joined = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
    joined[prefix.length] = '/';
    System.arraycopy(name, 0, joined, prefix.length + 1, name.length);
    return joined;
  }

  /** The map of the old GNU form: four pieces in the header, then 21 in each block that follows. */
  private SparseMap oldSparse(byte[] header) throws IOException {
    SparseMap map = new SparseMap();
    pieces(header, 386, 4, map);
    boolean more = header[482] != 0;
    while (more) {
      if (!in.ensure(BLOCK)) {
        throw in.truncated("a sparse map");
      }
      byte[] block = Arrays.copyOfRange(in.buffer(), in.position(), in.position() + BLOCK);
      in.advance(BLOCK);
      pieces(block, 0, 21, map);
      more = block[504] != 0;
    }
    return map;
  }

  private void pieces(byte[] block, int at, int count, SparseMap map) throws IOException {
    for (int piece = 0; piece < count; piece++) {
      int from = at + piece * 24;
      if (block[from] == 0 && block[from + 12] == 0) {
        return;
      }
      if (map.pieces() >= limits.sparsePieces()) {
        throw tooManyPieces();
      }
      map.add(number(block, from, 12, "sparse offset"));
      map.add(number(block, from + 12, 12, "sparse length"));
    }
  }

  /** The map of PAX 1.0, decimal lines in front of the data, padded to a block. */
  private SparseMap sparseFromContent() throws IOException {
    SparseMap map = new SparseMap();
    long start = contentLeft;
    long pieces = line();
    if (pieces > limits.sparsePieces()) {
      throw tooManyPieces();
    }
    for (long number = 0; number < 2 * pieces; number++) {
      map.add(line());
    }
    long used = -(start - contentLeft) & BLOCK - 1;
    if (used > contentLeft) {
      throw in.malformed(RejectReason.CORRUPT, "a sparse map longer than its file");
    }
    in.skip(used, "a sparse map");
    contentLeft -= used;
    return map;
  }

  private long line() throws IOException {
    byte[] digits = new byte[20];
    for (int length = 0; contentLeft > 0 && length < digits.length; ) {
      if (in.available() == 0) {
        throw in.truncated("a sparse map");
      }
      byte next = in.buffer()[in.position()];
      in.advance(1);
      contentLeft--;
      long number = next == '\n' ? TarNumbers.decimal(digits, 0, length) : 0;
      if (next == '\n' && number >= 0) {
        return number;
      }
      digits[length++] = next;
    }
    throw in.malformed(RejectReason.CORRUPT, "a sparse map with something that is no number");
  }

  private byte[] extension(byte[] header, int mostBytes, String what) throws IOException {
    long bytes = number(header, 124, 12, "size");
    if (bytes > mostBytes) {
      throw in.malformed(RejectReason.LIMIT, "a " + what + " of " + bytes + " bytes");
    }
    ByteArrayOutputStream data = new ByteArrayOutputStream((int) bytes);
    contentLeft = bytes;
    stored(bytes, data::write);
    in.skip(-bytes & BLOCK - 1, "a " + what);
    return data.toByteArray();
  }

  private long number(byte[] block, int at, int length, String what) throws IOException {
    long value = TarNumbers.field(block, at, length);
    boolean signed = what.equals("mtime");
    if (value == TarNumbers.INVALID || value < 0 && !signed) {
      throw in.malformed(RejectReason.CORRUPT, "a header whose " + what + " is no valid number");
    }
    return value;
  }

  private void checkSum(byte[] header) throws IOException {
    long unsigned = 0;
    long signed = 0;
    for (int at = 0; at < BLOCK; at++) {
      boolean sumField = at >= 148 && at < 156;
      unsigned += sumField ? ' ' : header[at] & 0xff;
      signed += sumField ? ' ' : header[at];
    }
    long stated = TarNumbers.field(header, 148, 8);
    if (stated != unsigned && stated != signed) {
      throw in.malformed(RejectReason.CORRUPT, "no tar header: its checksum is wrong");
    }
  }

  private void checkLength(byte[] name) throws IOException {
    if (name.length > limits.pathBytes()) {
      throw in.malformed(RejectReason.LIMIT, "a path of " + name.length + " bytes");
    }
  }

  private MalformedBlobException tooManyPieces() {
    return in.malformed(
        RejectReason.LIMIT, "a sparse map of more than " + limits.sparsePieces() + " pieces");
  }

  private static byte[] name(byte[] data) {
    return text(data, 0, data.length);
  }

  private static byte[] text(byte[] block, int at, int length) {
    int end = at;
    while (end < at + length && block[end] != 0) {
      end++;
    }
    return Arrays.copyOfRange(block, at, end);
  }

  private static boolean isZero(byte[] block) {
    for (byte octet : block) {
      if (octet != 0) {
        return false;
      }
    }
    return true;
  }
}
