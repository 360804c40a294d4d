package dev.varve.input.trace;

import java.io.IOException;
import java.io.InputStream;

/**
 * Chunks of a binary index whose records follow one another in the disk: each chunk begins where
 * the one before it ends.
 */
abstract class IndexRecords implements ChunkRecords {
  /** Both SHA-256 and SHA-512/256. */
  static final int DIGEST_BYTES = 32;

  final RecordStream in;
  final byte[] digest = new byte[DIGEST_BYTES];

  /** Start and end of the current chunk in the disk, in bytes. */
  long offset;

  long end;

  IndexRecords(InputStream in) {
    this.in = new RecordStream(in);
  }

  @Override
  public final byte[] digest() {
    return digest;
  }

  @Override
  public final long offset() {
    return offset;
  }

  @Override
  public final long bytes() {
    return end - offset;
  }

  @Override
  public final long recordOffset() {
    return in.offset();
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
