package dev.varve.input.trace;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/**
 * Reads records of known lengths with little-endian numbers, one after another, through one buffer.
 */
final class RecordStream implements Closeable {
  private static final int BUFFER_BYTES = 32 << 10;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private long bufferOffset;
  private int position;
  private int length;
  private int limit;

  RecordStream(InputStream in) {
    this.in = in;
  }

  /**
   * Steps to the next record.
   *
   * @param bytes length of the record, at most 4096
   * @return false at the end of the stream
   * @throws MalformedBlobException when the stream ends within the record
   */
  boolean next(int bytes) throws IOException {
    int left = step(bytes);
    if (left > 0 && left < bytes) {
      throw truncated(left, "a record's", bytes);
    }
    return left > 0;
  }

  /**
   * Steps to a header.
   *
   * @throws MalformedBlobException when the stream ends before its end
   */
  void header(int bytes) throws IOException {
    int left = step(bytes);
    if (left < bytes) {
      throw truncated(left, "its header's", bytes);
    }
  }

  /**
   * Steps behind the current record and buffers the next {@code bytes} bytes. Returns the number of
   * buffered bytes, which is smaller only at the end of the stream.
   */
  private int step(int bytes) throws IOException {
    position += length;
    int left = limit - position;
    if (left < bytes) {
      System.arraycopy(buffer, position, buffer, 0, left);
      bufferOffset += position;
      position = 0;
      left += in.readNBytes(buffer, left, BUFFER_BYTES - left);
      limit = left;
    }
    length = Math.min(bytes, left);
    return left;
  }

  private MalformedBlobException truncated(int left, String whose, int bytes) {
    return new MalformedBlobException(
        RejectReason.TRUNCATED,
        offset(),
        "the trace ends after " + left + " of " + whose + " " + bytes + " bytes");
  }

  int intAt(int place) {
    return (int) INT.get(buffer, position + place);
  }

  long longAt(int place) {
    return (long) LONG.get(buffer, position + place);
  }

  void copy(int place, byte[] into) {
    System.arraycopy(buffer, position + place, into, 0, into.length);
  }

  /** Adds the record to a digest. */
  void addTo(MessageDigest digest) {
    digest.update(buffer, position, length);
  }

  /** Start of the record, in bytes. */
  long offset() {
    return bufferOffset + position;
  }

  /** A fault of the current record. */
  MalformedBlobException corrupt(String message) {
    return new MalformedBlobException(RejectReason.CORRUPT, offset(), message);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
