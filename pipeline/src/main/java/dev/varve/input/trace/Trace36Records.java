package dev.varve.input.trace;

import java.io.IOException;
import java.io.InputStream;

/** Records of 36 bytes, little-endian: sha1[20], file_id u32, size u32, offset u64. */
final class Trace36Records implements ChunkRecords {
  private static final int RECORD_BYTES = 36;

  private final RecordStream in;
  private final byte[] digest = new byte[20];

  Trace36Records(InputStream in) {
    this.in = new RecordStream(in);
  }

  @Override
  public boolean next() throws IOException {
    if (!in.next(RECORD_BYTES)) {
      return false;
    }
    in.copy(0, digest);
    return true;
  }

  @Override
  public byte[] digest() {
    return digest;
  }

  @Override
  public long fileId() {
    return Integer.toUnsignedLong(in.intAt(20));
  }

  @Override
  public long bytes() {
    return Integer.toUnsignedLong(in.intAt(24));
  }

  @Override
  public long offset() {
    return in.longAt(28);
  }

  @Override
  public long recordOffset() {
    return in.offset();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
