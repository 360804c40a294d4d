package dev.varve.codec;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import org.tukaani.xz.MemoryLimitException;

/**
 * A blob's bytes, inflated by whatever its magic says. Bad data is a {@link
 * MalformedBlobException}.
 */
public final class Decompressor extends InputStream {
  private final BlobStream blob;
  private final Compression compression;
  private final InputStream plain;

  /** Sniffs the first bytes; closing closes {@code blob}. */
  public Decompressor(BlobStream blob, InflateEngine engine) throws IOException {
    this.blob = blob;
    PushbackInputStream in = new PushbackInputStream(blob, Compression.MAGIC_BYTES);
    byte[] head = new byte[Compression.MAGIC_BYTES];
    int length = in.readNBytes(head, 0, head.length);
    in.unread(head, 0, length);
    compression = Compression.sniff(head, length);
    String foreign = compression == Compression.NONE ? Compression.foreign(head, length) : null;
    if (foreign != null) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          0,
          "it is compressed by " + foreign + ", which is not read; gzip, zstd, bzip2 and xz are");
    }
    try {
      plain = compression.open(in, engine);
      if (compression == Compression.GZIP) {
        blob.buffersStay();
      }
    } catch (IOException | RuntimeException e) {
      throw judged(e);
    }
  }

  /** The compression that was detected. */
  public Compression compression() {
    return compression;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    try {
      return plain.read(buffer, from, length);
    } catch (IOException | RuntimeException e) {
      throw judged(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }

  /** An error of the decoder means bad data, unless an I/O error came first. */
  private IOException judged(Exception e) {
    IOException fault = blob.fault();
    if (fault != null) {
      return fault;
    }
    if (e instanceof MalformedBlobException malformed) {
      return malformed;
    }
    String words = e.getMessage() == null ? "it ends or goes on where it may not" : e.getMessage();
    String lower = words.toLowerCase(Locale.ROOT);
    RejectReason reason = RejectReason.CORRUPT;
    if (e instanceof MemoryLimitException || lower.contains("too much memory")) {
      reason = RejectReason.LIMIT;
    } else if (e instanceof EOFException
        || lower.contains("truncated")
        || lower.contains("end of stream")) {
      reason = RejectReason.TRUNCATED;
    }
    return new MalformedBlobException(
        reason, blob.offset(), compression.label() + " data cannot be decoded: " + words);
  }
}
