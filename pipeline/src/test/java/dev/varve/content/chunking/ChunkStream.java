package dev.varve.content.chunking;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * The chunks of a stream, one after another. The cuts are those that the chunker makes of all bytes
 * in memory, however few a read brings. Memory is four times the largest chunk.
 */
final class ChunkStream implements Closeable {
  private static final int LARGEST_CHUNKS = 4;

  private final InputStream in;
  private final Chunker chunker;
  private final byte[] buffer;
  private long bufferOffset;
  private int start;
  private int end;
  private int limit;
  private boolean drained;

  /** Starts before the first chunk; closing closes {@code in}. */
  public ChunkStream(InputStream in, Chunker chunker) {
    this.in = in;
    this.chunker = chunker;
    buffer = new byte[LARGEST_CHUNKS * chunker.maxBytes()];
  }

  /**
   * Moves to the next chunk.
   *
   * @return false at the end of the stream, when there is no chunk
   */
  public boolean next() throws IOException {
    start = end;
    if (!drained && limit - start < chunker.maxBytes()) {
      refill();
    }
    if (start == limit) {
      return false;
    }
    end = chunker.cut(buffer, start, limit);
    return true;
  }

  /** Bytes from the stream's start to the chunk's. */
  public long offset() {
    return bufferOffset + start;
  }

  /** Length of the chunk. */
  public int bytes() {
    return end - start;
  }

  /** Holds the chunk from {@link #start} on, until the next is asked for; not to be changed. */
  public byte[] buffer() {
    return buffer;
  }

  /** Index of the chunk's first byte in {@link #buffer}. */
  public int start() {
    return start;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void refill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, limit - start);
    bufferOffset += start;
    limit -= start;
    start = 0;
    end = 0;
    int got = in.readNBytes(buffer, limit, buffer.length - limit);
    drained = limit + got < buffer.length;
    limit += got;
  }
}
