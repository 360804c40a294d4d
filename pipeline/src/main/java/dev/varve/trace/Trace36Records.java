package dev.varve.trace;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Records of 36 bytes, little-endian: sha1[20], file_id u32, size u32, offset u64. */
final class Trace36Records implements ChunkRecords {
  private static final int RECORD_BYTES = 36;
  private static final int DIGEST_BYTES = 20;
  private static final int BUFFER_BYTES = RECORD_BYTES * 512;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] digest = new byte[DIGEST_BYTES];
  private long bufferOffset;
  private int position = -RECORD_BYTES;
  private int limit;

  Trace36Records(InputStream in) {
    this.in = in;
  }

  @Override
  public boolean next() throws IOException {
    position += RECORD_BYTES;
    if (position >= limit) {
      bufferOffset += limit;
      position = 0;
      limit = in.readNBytes(buffer, 0, BUFFER_BYTES);
    }
    if (limit - position < RECORD_BYTES) {
      if (position == limit) {
        return false;
      }
      throw new MalformedBlobException(
          RejectReason.TRUNCATED,
          recordOffset(),
          "the trace ends after " + (limit - position) + " of a record's 36 bytes");
    }
    System.arraycopy(buffer, position, digest, 0, DIGEST_BYTES);
    return true;
  }

  @Override
  public byte[] digest() {
    return digest;
  }

  @Override
  public long fileId() {
    return Integer.toUnsignedLong((int) INT.get(buffer, position + 20));
  }

  @Override
  public long bytes() {
    return Integer.toUnsignedLong((int) INT.get(buffer, position + 24));
  }

  @Override
  public long offset() {
    return (long) LONG.get(buffer, position + 28);
  }

  @Override
  public long recordOffset() {
    return bufferOffset + position;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
