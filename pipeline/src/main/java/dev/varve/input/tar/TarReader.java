package dev.varve.input.tar;

import dev.varve.input.codec.BlobStream;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Walks a tar archive once: v7, ustar, PAX (POSIX.1-2017) and GNU forms, long names, sparse files
 * of the old GNU form and of PAX 0.0, 0.1 and 1.0. Memory is bounded by the limits, not by the
 * archive.
 *
 * <p>If the formats leave a choice, it behaves as Go's archive/tar, which container engines use.
 * Every archive that Go reads is read with the same result, and some that Go refuses are read too.
 * Global PAX records apply to no entry, and cancel PAX and GNU headers before them. A long name of
 * GNU takes precedence over a path of PAX. A trailing slash makes an entry a folder only with the
 * type flag NUL of old formats. Links, devices and folders have no content whatever their size
 * field or a PAX size says. (GNU tar and libarchive expect content behind a hard link with a PAX
 * size, Go's archive/tar does not.) An archive may end without its two blocks of zeros and without
 * the padding of its last content. An archive with entries after those blocks, or with anything
 * after a single one, is corrupt: see {@link ArchiveEnd}.
 */
public final class TarReader {
  /** Receives the content of an entry piece by piece. */
  public interface Sink {
    /** The next bytes of the entry, valid only during the call; it must not change them. */
    void take(byte[] buffer, int from, int length) throws IOException;
  }

  private final ArchiveInput in;
  private final ArchiveLimits limits;
  private final SparseMaps sparseMaps;
  private final PaxRecords pax;
  private final TarContent content;
  private final ContentBytes contentBytes;
  private @Nullable TarEntry current;

  /**
   * @param plain the uncompressed archive
   * @param blob the stored bytes below it, for offsets
   * @param digest fed with every byte of the archive; null when no digest is needed
   */
  public TarReader(
      InputStream plain, BlobStream blob, @Nullable MessageDigest digest, ArchiveLimits limits) {
    this(plain, blob, digest, limits, null);
  }

  /**
   * A reader that also passes on the framing: all bytes of the archive except contents read by
   * {@link #digestContent}.
   *
   * @param framing receives every other byte of the archive, in order; null when it is not wanted
   */
  public TarReader(
      InputStream plain,
      BlobStream blob,
      @Nullable MessageDigest digest,
      ArchiveLimits limits,
      @Nullable Sink framing) {
    this.in = new ArchiveInput(plain, blob, digest, limits, framing);
    this.limits = limits;
    this.sparseMaps = new SparseMaps(in, limits);
    this.pax = new PaxRecords(in, sparseMaps);
    this.content = new TarContent(in);
    this.contentBytes = new ContentBytes(in, limits);
  }

  /** Time inside the decompressor, reading of the blob included. */
  public long decodeNanos() {
    return in.decodeNanos();
  }

  /** Time digesting the archive and files. */
  public long digestNanos() {
    return in.digest().nanos();
  }

  /** Bytes of the archive read so far; all of them once {@link #next} has returned null. */
  public long archiveBytes() {
    return in.offset();
  }

  /**
   * The next entry, after skipping the rest of the current one's content; null at the end, when
   * every byte of the archive has been digested.
   *
   * @throws MalformedBlobException when the archive breaks the format or a limit
   */
  public @Nullable TarEntry next() throws IOException {
    content.skip();
    pax.clear();
    byte[] longName = null;
    byte[] longLink = null;
    boolean extended = false;
    while (true) {
      if (in.available() == 0) {
        if (extended) {
          throw in.truncated("an extended header");
        }
        end();
        return null;
      }
      TarHeader header = TarHeader.read(in);
      if (header == null) {
        ArchiveEnd.read(in);
        end();
        return null;
      }
      char type = header.type();
      switch (type) {
        case 'x', 'X' -> pax.read(extension(header, limits.headerBytes(), "PAX header"));
        case 'g' -> {
          pax.read(extension(header, limits.headerBytes(), "PAX header"));
          pax.clear();
          longName = null;
          longLink = null;
        }
        case 'L' -> longName = name(extension(header, limits.pathBytes() + 1, "long name"));
        case 'K' -> longLink = name(extension(header, limits.pathBytes() + 1, "long link name"));
        default -> {
          TarEntry entry = entry(header, longName, longLink);
          current = entry;
          return entry;
        }
      }
      extended = type != 'g';
    }
  }

  /** Hands the content of the last entry to {@code sink}, holes filled with zeros. */
  public void content(Sink sink) throws IOException {
    TarEntry entry = current;
    if (entry != null) {
      content.content(entry.bytes(), entry.sparse(), sink);
    }
  }

  /**
   * Passes on the content of a file, which is digested, and kept apart from the framing.
   *
   * @param digest digest of the file, to which nothing was fed yet; it is reset at the end
   * @return the digest of the content, holes filled with zeros
   */
  public byte[] digestContent(MessageDigest digest, Sink sink) throws IOException {
    in.contentApart(true);
    in.digest().begin(digest);
    content(sink);
    in.contentApart(false);
    return in.digestFile();
  }

  /** Passes over what is left of the last entry: unread content, and padding. */
  public void finishEntry() throws IOException {
    content.skip();
  }

  /**
   * Passes over the content of the last entry where the input is the framing alone.
   *
   * @return bytes of the archive that were passed over
   */
  public long skipAbsentContent() {
    long bytes = content.unreadBytes();
    content.skipAbsent();
    return bytes;
  }

  private void end() {
    in.digestPassed();
    content.beginEmpty();
    current = null;
  }

  private TarEntry entry(TarHeader header, byte @Nullable [] longName, byte @Nullable [] longLink)
      throws IOException {
    byte[] name = longName != null ? longName : pax.value("path", header.name());
    byte[] link = longLink != null ? longLink : pax.value("linkpath", header.link());
    char flag = header.type();
    char type = flag == 0 || flag == '7' || flag == 'S' ? '0' : flag;
    long size = pax.number("size", header.size());
    if (flag == 0 && name.length > 0 && name[name.length - 1] == '/') {
      type = '5';
    }
    boolean hasContent = type < '1' || type > '6';
    long storedBytes = hasContent ? size : 0;
    content.begin(storedBytes);
    long bytes = storedBytes;
    SparseMap sparseMap = null;
    PaxRecords.SparseForm form =
        hasContent && flag != 'S' ? pax.sparseForm() : PaxRecords.SparseForm.NONE;
    if (flag == 'S') {
      sparseMap = sparseMaps.readOldGnu(header);
      bytes = header.realSize();
    } else if (form != PaxRecords.SparseForm.NONE) {
      long start = in.offset();
      sparseMap =
          form == PaxRecords.SparseForm.CONTENT ? sparseMaps.readPax1(storedBytes) : pax.sparse();
      content.subtractMap(in.offset() - start);
      bytes = pax.sparseBytes(storedBytes);
      name = pax.value("GNU.sparse.name", name);
    }
    String fault = sparseMap == null ? null : sparseMap.fault(bytes, content.unreadBytes());
    if (fault != null) {
      throw in.malformed(RejectReason.CORRUPT, "an invalid sparse map: " + fault);
    }
    contentBytes.add(bytes, sparseMap == null ? 0 : bytes - content.unreadBytes());
    checkLength(name);
    checkLength(link);
    return new TarEntry(
        type,
        name,
        type == '1' || type == '2' ? link : new byte[0],
        bytes,
        in.offset(),
        header.mode(),
        pax.signedNumber("uid", header.uid()),
        pax.signedNumber("gid", header.gid()),
        pax.mtimeMicros(header.mtime()),
        sparseMap);
  }

  private byte[] extension(TarHeader header, int mostBytes, String what) throws IOException {
    long bytes = header.size();
    if (bytes > mostBytes) {
      throw in.malformed(RejectReason.LIMIT, "a " + what + " of " + bytes + " bytes");
    }
    return content.readExtension((int) bytes, what);
  }

  private void checkLength(byte[] name) throws IOException {
    if (name.length > limits.pathBytes()) {
      throw in.malformed(RejectReason.LIMIT, "a path of " + name.length + " bytes");
    }
  }

  /** A long name; null for an empty one, which counts as absent. */
  private static byte @Nullable [] name(byte[] data) {
    byte[] name = TarHeader.text(data, 0, data.length);
    return name.length == 0 ? null : name;
  }
}
