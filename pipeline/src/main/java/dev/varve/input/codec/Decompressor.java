package dev.varve.input.codec;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/**
 * A blob's bytes, inflated by whatever its magic says. Bad data is a {@link
 * MalformedBlobException}.
 */
public final class Decompressor extends BulkInputStream {
  /**
   * Receives pairs of offsets: a number of archive bytes, and the stored bytes they were inflated
   * from.
   */
  public interface Progress {
    /** Ignores all offsets. */
    Progress NONE = (archiveOffset, blobOffset) -> {};

    /**
     * Called before each further step of inflating; offsets never decrease.
     *
     * @param archiveOffset bytes inflated so far
     * @param blobOffset stored bytes that the decoder has consumed so far; an upper bound where the
     *     decoder reads ahead
     */
    void inflated(long archiveOffset, long blobOffset);
  }

  /**
   * Most bytes that a library's decoder (zstd, bzip2, xz) inflates in one step, so that progress is
   * reported at least every 32 KiB of the archive.
   */
  private static final int STEP_BYTES = 32 << 10;

  /** The largest window that the zstd command decodes without an option: 128 MiB. */
  public static final long USUAL_WINDOW_BYTES = 128 << 20;

  /** The range of window sizes that zstd-jni accepts, as powers of two: 1 KiB to 2 GiB. */
  private static final int LEAST_WINDOW_LOG = 10;

  private static final int MOST_WINDOW_LOG = 31;

  private final BlobStream blob;
  private final Compression compression;
  private final InputStream decoder;
  private final LongSupplier consumed;
  private final int stepBytes;
  private final Progress progress;
  private final long mostWindowBytes;

  /**
   * Window size of the first zstd frame, in bytes; 0 when it is unknown or the blob is not zstd.
   */
  private final long windowBytes;

  private long archiveOffset;

  /** Sniffs the first bytes; closing closes {@code blob}. */
  public Decompressor(BlobStream blob, InflateEngine engine) throws IOException {
    this(blob, engine, USUAL_WINDOW_BYTES, Progress.NONE);
  }

  /**
   * Sniffs the first bytes; closing closes {@code blob}.
   *
   * @param mostWindowBytes memory that the window of zstd, or the dictionary of xz, may take
   */
  public Decompressor(
      BlobStream blob, InflateEngine engine, long mostWindowBytes, Progress progress)
      throws IOException {
    this.blob = blob;
    this.progress = progress;
    this.mostWindowBytes = mostWindowBytes;
    PushbackInputStream in = new PushbackInputStream(blob, ZstdFrame.MOST_BYTES);
    byte[] head = new byte[ZstdFrame.MOST_BYTES];
    int length = in.readNBytes(head, 0, head.length);
    in.unread(head, 0, length);
    compression = Compression.sniff(head, length);
    windowBytes = compression == Compression.ZSTD ? window(head, length) : 0;
    String foreign = compression == Compression.NONE ? Compression.foreign(head, length) : null;
    if (foreign != null) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          0,
          "it is compressed by %s, which is not read; of these are: %s"
              .formatted(foreign, Compression.labels()));
    }
    try {
      switch (compression) {
        case NONE -> {
          decoder = in;
          consumed = () -> archiveOffset;
          stepBytes = Integer.MAX_VALUE;
        }
        case GZIP -> {
          GzipStream gzip = new GzipStream(in, engine, progress);
          blob.digestsLater();
          decoder = gzip;
          consumed = gzip::consumed;
          stepBytes = Integer.MAX_VALUE;
        }
        default -> {
          DecoderInput stored = new DecoderInput(in);
          progress.inflated(0, 0); // a decoder may consume its first block when it is opened
          decoder = libraryDecoder(compression, stored, mostWindowBytes);
          consumed = stored::consumed;
          stepBytes = STEP_BYTES;
        }
      }
    } catch (IOException | RuntimeException e) {
      throw asBadData(e);
    }
  }

  /** The compression that was detected. */
  public Compression compression() {
    return compression;
  }

  private static InputStream libraryDecoder(
      Compression compression, InputStream in, long windowBytes) throws IOException {
    return switch (compression) {
      case ZSTD -> {
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, windowBytes));
        yield new ZstdInputStreamNoFinalizer(in)
            .setLongMax(Math.min(Math.max(log, LEAST_WINDOW_LOG), MOST_WINDOW_LOG));
      }
      case BZIP2 -> new BZip2CompressorInputStream(in, true);
      case XZ -> new XZInputStream(in, (int) Math.min(windowBytes >> 10, Integer.MAX_VALUE));
      case GZIP, NONE -> throw new IllegalArgumentException("no library is needed to decode this");
    };
  }

  private static long window(byte[] head, int length) throws IOException {
    try {
      return ZstdFrame.read(new ByteArrayInputStream(head, 0, length))
          .map(ZstdFrame::windowBytes)
          .orElse(0L);
    } catch (EOFException e) {
      return 0; // a truncated header: the decoder reports it
    }
  }

  /** Passes the current offsets to the {@link Progress}. */
  public void reportProgress() {
    progress.inflated(archiveOffset, consumed.getAsLong());
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    int total = 0;
    int got;
    try {
      do {
        reportProgress();
        got = decoder.read(buffer, from + total, Math.min(length - total, stepBytes));
        total += Math.max(0, got);
        archiveOffset += Math.max(0, got);
      } while (got > 0 && total < length && stepBytes < length);
    } catch (IOException | RuntimeException e) {
      throw asBadData(e);
    }
    return total == 0 ? got : total;
  }

  @Override
  public void close() throws IOException {
    decoder.close();
  }

  private String aboveLimit() {
    String most = "limit.window-bytes allows %,d bytes".formatted(mostWindowBytes);
    if (windowBytes <= mostWindowBytes) {
      return "a frame needs a larger window, as zstd --long makes them; " + most;
    }
    int log = Long.SIZE - Long.numberOfLeadingZeros(windowBytes - 1);
    return "it needs a window of %,d bytes, as zstd --long=%d makes them; %s"
        .formatted(windowBytes, log, most);
  }

  /**
   * Converts an error of the decoder: to the I/O error that came first, if any, and otherwise to
   * bad data.
   */
  private IOException asBadData(Exception e) {
    IOException fault = blob.fault();
    if (fault != null) {
      return fault;
    }
    if (e instanceof MalformedBlobException malformed) {
      return malformed;
    }
    String message =
        e.getMessage() == null ? "it ends or goes on where it may not" : e.getMessage();
    String lower = message.toLowerCase(Locale.ROOT);
    RejectReason reason = RejectReason.CORRUPT;
    if (e instanceof MemoryLimitException || lower.contains("too much memory")) {
      reason = RejectReason.LIMIT;
      message =
          compression == Compression.ZSTD ? aboveLimit() : message + "; see limit.window-bytes";
    } else if (e instanceof EOFException
        || lower.contains("truncated")
        || lower.contains("end of stream")) {
      reason = RejectReason.TRUNCATED;
    }
    return new MalformedBlobException(
        reason, blob.offset(), compression.label() + " data cannot be decoded: " + message);
  }
}
