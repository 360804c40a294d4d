package dev.varve.jobs.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * A read-only channel over a file of known length, which adds the file's location to the messages
 * of faults.
 */
public final class ReadChannel implements SeekableByteChannel {
  private final Source in;
  private final Closeable file;
  private final String location;
  private final long size;
  private long position;
  private boolean open = true;

  /** Reads bytes at a position of a file. */
  public interface Source {
    /** Reads at a position once; may read fewer bytes than fit. Returns -1 at the end. */
    int read(ByteBuffer target, long position) throws IOException;
  }

  /**
   * A channel at position 0.
   *
   * @param file closed with it
   */
  public ReadChannel(Source in, Closeable file, String location, long size) {
    this.in = in;
    this.file = file;
    this.location = location;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (position >= size) {
      return -1;
    }
    int limit = target.limit();
    target.limit(target.position() + (int) Math.min(target.remaining(), size - position));
    try {
      int got = NamedStream.named(location, () -> in.read(target, position));
      position += Math.max(0, got);
      return got;
    } finally {
      target.limit(limit);
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    file.close();
  }
}
