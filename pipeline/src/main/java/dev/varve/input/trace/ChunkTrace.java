package dev.varve.input.trace;

import dev.varve.input.digest.ZeroDigests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a published chunk trace, in one pass and in the memory of one segment.
 *
 * <p>How a trace becomes a disk: its files stand one after another in the order in which they
 * appear. Each begins at the next multiple of 2 MiB after the last chunk of the one before. A chunk
 * belongs to the segment in which its first byte is, so a segment may be a little longer or shorter
 * than 2 MiB. The offsets in its recipe count from its own first chunk. Ranges without chunks do
 * not exist: they count neither as bytes nor as zeros.
 *
 * <p>The records of a file must stand together, ascend, and not overlap; otherwise the trace is
 * corrupt, because the order of its chunks would be unknown. A chunk counts as zero when its digest
 * is that of the same number of zeros, for lengths up to 64 KiB and all powers of two. Digests by
 * {@link ChunkRecords#unnamedAlgorithm} are compared, too.
 */
public final class ChunkTrace implements Closeable {
  /** Longest chunk that is accepted: 16 MiB. Chunkers in use make far shorter ones. */
  private static final long MOST_CHUNK_BYTES = 8L * Segment.BYTES;

  /** Most files of one trace, as their numbers are kept in memory. */
  private static final int MOST_FILES = 65_536;

  private final ChunkRecords records;
  private final Function<String, ZeroDigests> zeroDigests;
  private final Set<Long> files = new HashSet<>();
  private @Nullable ZeroDigests zeros;
  private @Nullable ZeroDigests unnamedZeros;
  private @Nullable SegmentDraft draft;
  private boolean hasPendingChunk;
  private long fileId = -1;
  private long fileStart;
  private long end;
  private long chunkOffset;

  /**
   * @param in the trace; closed with this reader
   */
  public ChunkTrace(InputStream in, TraceFormat format) {
    this(in, format, ZeroDigests::new);
  }

  /**
   * A trace with a source of zero digests by algorithm, so that traces read one after another may
   * share their caches.
   */
  public ChunkTrace(InputStream in, TraceFormat format, Function<String, ZeroDigests> zeroDigests) {
    this.records = format.records(in);
    this.zeroDigests = zeroDigests;
  }

  /**
   * Opens the trace at a place.
   *
   * @throws MalformedBlobException when there is no such file
   */
  public static ChunkTrace open(ByteStore store, String location, TraceFormat format)
      throws IOException {
    try {
      return new ChunkTrace(store.open(location), format);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(RejectReason.ABSENT, "the file " + location + " is missing");
    }
  }

  /**
   * The next segment that has chunks, or null at the end.
   *
   * @throws MalformedBlobException when the trace is damaged; the offset is that of the record
   */
  public @Nullable Segment next() throws IOException {
    while (hasPendingChunk || records.next()) {
      if (!hasPendingChunk) {
        placeChunk();
      }
      long position = chunkOffset / Segment.BYTES;
      hasPendingChunk = draft != null && draft.isOther(position);
      if (hasPendingChunk) {
        break;
      }
      append(position);
    }
    return draft == null || draft.isEmpty() ? null : draft.end();
  }

  /** Length of the disk so far: where the last chunk ends. */
  public long virtualBytes() {
    return end;
  }

  /** The digest of chunks and segments; null before the first segment. */
  public @Nullable String algorithm() {
    return zeros == null ? null : zeros.algorithm();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  private void append(long position) {
    byte[] digest = records.digest();
    if (zeros == null || unnamedZeros == null) {
      zeros = zeroDigests.apply(records.algorithm());
      unnamedZeros = zeroDigests.apply(records.unnamedAlgorithm());
    }
    if (draft == null) {
      draft = new SegmentDraft(zeros.algorithm());
    }
    int bytes = (int) records.bytes();
    boolean hasCachedDigest = bytes <= ZeroDigests.MOST_SHORT_BYTES || Integer.bitCount(bytes) == 1;
    boolean isZero =
        hasCachedDigest
            && (Arrays.equals(zeros.ofZeros(bytes), digest)
                || Arrays.equals(unnamedZeros.ofZeros(bytes), digest));
    draft.add(position, digest, bytes, isZero);
  }

  /** Finds the current chunk's place on the disk. */
  private void placeChunk() throws MalformedBlobException {
    if (records.fileId() != fileId) {
      fileId = records.fileId();
      fileStart = (end + Segment.BYTES - 1) / Segment.BYTES * Segment.BYTES;
      end = fileStart;
      if (!files.add(fileId)) {
        throw corrupt("file " + fileId + " appears again, after another file");
      }
      if (files.size() > MOST_FILES) {
        throw new MalformedBlobException(
            RejectReason.LIMIT, records.recordOffset(), "more than " + MOST_FILES + " files");
      }
    }
    long offset = records.offset();
    long bytes = records.bytes();
    if (bytes == 0 || bytes > MOST_CHUNK_BYTES) {
      throw corrupt("a chunk of " + bytes + " bytes");
    }
    if (offset < 0 || offset > Long.MAX_VALUE / 2 - fileStart) {
      throw corrupt("a chunk at offset " + Long.toUnsignedString(offset));
    }
    if (fileStart + offset < end) {
      throw corrupt(
          "a chunk at offset "
              + offset
              + " overlaps the chunk before it, which ends at "
              + (end - fileStart));
    }
    chunkOffset = fileStart + offset;
    end = chunkOffset + bytes;
  }

  private MalformedBlobException corrupt(String message) {
    return new MalformedBlobException(RejectReason.CORRUPT, records.recordOffset(), message);
  }
}
