package dev.varve.input.trace;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;

/**
 * Lines {@code hash,size}: hexadecimal digits of a width that all lines share, and decimal bytes.
 * The chunks follow one another, so an offset is the sum of the sizes before it.
 *
 * @see <a href="https://github.com/fomy/destor">destor, a platform for deduplication evaluation</a>
 */
final class DestorRecords implements ChunkRecords {
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int MOST_DIGEST_BYTES = 32;

  /** Size at which no further digits are read, so that the number cannot overflow. */
  private static final long MOST_BYTES = 1L << 32;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] text = new byte[2 * MOST_DIGEST_BYTES];
  private byte[] digest = new byte[0];
  private int position;
  private int limit;
  private long bufferOffset;
  private long recordOffset;
  private long offset;
  private long bytes;

  DestorRecords(InputStream in) {
    this.in = in;
  }

  @Override
  public boolean next() throws IOException {
    int character = readByte();
    while (character == '\n' || character == '\r') {
      character = readByte();
    }
    if (character < 0) {
      return false;
    }
    recordOffset = bufferOffset + position - 1;
    offset += bytes;
    int digits = 0;
    for (; character != ','; character = readByte()) {
      int digit = Character.digit(character, 16); // -1 at the end too
      if (digit < 0 || digits == text.length) {
        throw malformed(character < 0, "expected hexadecimal digits and a comma");
      }
      text[digits++] = (byte) digit;
    }
    decode(digits);
    bytes = 0;
    boolean hasSize = false;
    character = readByte();
    while (character >= '0' && character <= '9' && bytes < MOST_BYTES) {
      bytes = bytes * 10 + character - '0';
      hasSize = true;
      character = readByte();
    }
    if (character == '\r') {
      character = readByte();
    }
    if (!hasSize || (character != '\n' && character >= 0)) {
      throw malformed(character < 0, "expected the bytes of the chunk and the end of the line");
    }
    return true;
  }

  private void decode(int digits) throws MalformedBlobException {
    if (digest.length == 0 && (digits == 32 || digits == 40 || digits == 64)) {
      digest = new byte[digits / 2];
    }
    if (digits == 0 || digits != 2 * digest.length) {
      throw malformed(
          false,
          "a hash of "
              + digits
              + " digits"
              + (digest.length == 0
                  ? "; hashes of 32, 40 or 64 digits are read"
                  : "; those before have " + 2 * digest.length));
    }
    for (int at = 0; at < digest.length; at++) {
      digest[at] = (byte) (text[2 * at] << 4 | text[2 * at + 1]);
    }
  }

  private int readByte() throws IOException {
    if (position == limit) {
      bufferOffset += limit;
      position = 0;
      limit = Math.max(0, in.read(buffer, 0, BUFFER_BYTES));
      if (limit == 0) {
        return -1;
      }
    }
    return buffer[position++] & 0xff;
  }

  private MalformedBlobException malformed(boolean ends, String what) {
    return ends
        ? new MalformedBlobException(
            RejectReason.TRUNCATED, recordOffset, "the trace ends inside of a line: " + what)
        : new MalformedBlobException(
            RejectReason.CORRUPT, recordOffset, "a line is not HASH,SIZE: " + what);
  }

  @Override
  public byte[] digest() {
    return digest;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long recordOffset() {
    return recordOffset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
