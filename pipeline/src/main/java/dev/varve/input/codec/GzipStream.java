package dev.varve.input.codec;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;

/**
 * Inflates gzip data of any number of members (RFC 1952). Every header is checked, with its CRC if
 * it has one, and so are the CRC and the length of every member's content. Zero bytes after the
 * last member are padding, as for gzip(1); other bytes there are an error. Errors name the offset
 * in the stored bytes.
 */
public final class GzipStream extends BulkInputStream {
  private static final int INPUT_BYTES = 64 << 10;

  /** Most stored bytes that are fed to the decoder at once, see {@link #feedDecoder}. */
  private static final int STEP_BYTES = 16 << 10;

  /** Bits of the header's flags (RFC 1952, section 2.3.1). */
  private static final int FLAG_CRC = 2;

  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int FLAGS_RESERVED = 0xe0;

  private final InputStream in;
  private final Decompressor.Progress progress;
  private final Inflation inflation;
  private final CRC32 crc = new CRC32();
  private final byte[] input = new byte[INPUT_BYTES];
  private int position;
  private int limit;
  private int fedEnd;
  private long inputOffset;
  private long inflatedBytes;
  private long memberBytes;
  private boolean atEnd;

  /** Reads the first header; closing closes {@code in}. */
  public GzipStream(InputStream in, InflateEngine engine, Decompressor.Progress progress)
      throws IOException {
    this.in = in;
    this.progress = progress;
    this.inflation = engine.open();
    try {
      readHeader();
    } catch (IOException | RuntimeException e) {
      inflation.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    int total = 0;
    while (!atEnd && total < length) {
      progress.inflated(inflatedBytes, inputOffset + fedEnd - inflation.unused());
      int got;
      try {
        got = inflation.inflate(buffer, from + total, length - total);
      } catch (DataFormatException e) {
        position = fedEnd - inflation.unused();
        throw malformed(RejectReason.CORRUPT, "gzip data is corrupt: " + e.getMessage());
      }
      total += got;
      inflatedBytes += got;
      if (got > 0) {
        crc.update(buffer, from + total - got, got);
        memberBytes += got;
      } else if (!inflation.finished() && fedEnd < limit) {
        position = fedEnd;
        feedDecoder();
      } else if (total > 0) {
        break; // hand out what was inflated before blocking on a read
      } else if (inflation.finished()) {
        position = fedEnd - inflation.unused();
        checkTrailer();
        nextMember();
      } else {
        position = limit;
        requireByte("data");
        feedDecoder();
      }
    }
    return total == 0 && length > 0 ? -1 : total;
  }

  @Override
  public void close() throws IOException {
    inflation.close();
    in.close();
  }

  /** Stored bytes that the decoder has used to inflate what was returned so far. */
  long consumed() {
    return inputOffset + (atEnd ? position : fedEnd - inflation.unused());
  }

  private void readHeader() throws IOException {
    crc.reset();
    if (headerByte() != 0x1f || headerByte() != 0x8b) {
      throw malformed(RejectReason.CORRUPT, "no gzip header");
    }
    int method = headerByte();
    if (method != 8) {
      throw malformed(
          RejectReason.CORRUPT, "unknown gzip method " + method + "; 8, deflate, is the only one");
    }
    int flags = headerByte();
    if ((flags & FLAGS_RESERVED) != 0) {
      throw malformed(RejectReason.CORRUPT, "reserved gzip flags are set");
    }
    skipHeader(6);
    if ((flags & FLAG_EXTRA) != 0) {
      skipHeader(headerByte() | headerByte() << 8);
    }
    for (int flag : new int[] {FLAG_NAME, FLAG_COMMENT}) {
      if ((flags & flag) != 0) {
        while (headerByte() != 0) {}
      }
    }
    if ((flags & FLAG_CRC) != 0) {
      long sum = crc.getValue() & 0xffff;
      long stated = headerByte() | headerByte() << 8;
      if (sum != stated) {
        throw malformed(
            RejectReason.CORRUPT,
            String.format(
                "the gzip header CRC is stated as %04x, its bytes have %04x", stated, sum));
      }
    }
    crc.reset();
    feedDecoder();
  }

  /**
   * Feeds the decoder at most {@link #STEP_BYTES}. Such small steps tell which stored bytes
   * inflated to which archive bytes.
   */
  private void feedDecoder() {
    fedEnd = Math.min(limit, position + STEP_BYTES);
    inflation.feed(input, position, fedEnd - position);
  }

  private void skipHeader(int bytes) throws IOException {
    for (int skipped = 0; skipped < bytes; skipped++) {
      headerByte();
    }
  }

  private int headerByte() throws IOException {
    int octet = readByte("header");
    crc.update(octet);
    return octet;
  }

  private void checkTrailer() throws IOException {
    long sum = readUnsignedInt();
    long bytes = readUnsignedInt();
    if (sum != crc.getValue()) {
      throw malformed(
          RejectReason.CORRUPT,
          String.format(
              "the gzip trailer states the CRC %08x, the data has %08x", sum, crc.getValue()));
    }
    if (bytes != (memberBytes & 0xffffffffL)) {
      throw malformed(
          RejectReason.CORRUPT,
          "the gzip trailer states a length of " + bytes + " bytes, the data has " + memberBytes);
    }
  }

  private void nextMember() throws IOException {
    inflation.reset();
    memberBytes = 0;
    if (!refill()) {
      atEnd = true;
    } else if (input[position] == 0) {
      while (refill()) {
        if (input[position] != 0) {
          throw malformed(RejectReason.CORRUPT, "bytes after the end of the gzip stream");
        }
        position++;
      }
      atEnd = true;
    } else if (input[position] == 0x1f) {
      readHeader();
    } else {
      throw malformed(RejectReason.CORRUPT, "bytes after the end of the gzip stream");
    }
  }

  private long readUnsignedInt() throws IOException {
    return readByte("trailer")
        | readByte("trailer") << 8
        | readByte("trailer") << 16
        | (long) readByte("trailer") << 24;
  }

  private int readByte(String part) throws IOException {
    requireByte(part);
    return input[position++] & 0xff;
  }

  private void requireByte(String part) throws IOException {
    if (!refill()) {
      throw malformed(RejectReason.TRUNCATED, "the blob ends inside the gzip " + part);
    }
  }

  /** Whether there is a byte at the position; reads more input when needed. */
  private boolean refill() throws IOException {
    if (position < limit) {
      return true;
    }
    inputOffset += limit;
    position = 0;
    limit = 0;
    int got = in.read(input, 0, input.length);
    limit = Math.max(got, 0);
    return got > 0;
  }

  private MalformedBlobException malformed(RejectReason reason, String message) {
    return new MalformedBlobException(reason, inputOffset + position, message);
  }
}
