package dev.varve.input.codec;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Measures how many bytes some data takes when it is compressed alone; the compressed bytes are
 * discarded.
 */
public final class CompressedLength implements Closeable {
  private final Counter counter = new Counter();
  private final OutputStream compressor;

  /** Begins with no bytes. */
  public CompressedLength(PullCodec codec) throws IOException {
    compressor = codec.compressTo(counter);
  }

  /** The compressed length of bytes in memory. */
  public static long of(PullCodec codec, byte[] buffer, int from, int length) throws IOException {
    CompressedLength compressed = new CompressedLength(codec);
    try (compressed) {
      compressed.add(buffer, from, length);
    }
    return compressed.counter.bytes;
  }

  /** More bytes. */
  public void add(byte[] buffer, int from, int length) throws IOException {
    compressor.write(buffer, from, length);
  }

  /** The compressed length so far, with all bytes that were added. */
  public long flush() throws IOException {
    compressor.flush();
    return counter.bytes;
  }

  /** Ends the bytes; their compressed length, headers and trailers of the format included. */
  public long end() throws IOException {
    compressor.close();
    return counter.bytes;
  }

  @Override
  public void close() throws IOException {
    compressor.close();
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int octet) {
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int from, int length) {
      bytes += length;
    }
  }
}
