package dev.varve.model;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A read-only channel over bytes of known length, which are read at positions. */
public final class ReadChannel implements SeekableByteChannel {
  private final Source in;
  private final Closeable file;
  private final long size;
  private long position;
  private boolean open = true;

  /** The bytes of a channel. */
  public interface Source {
    /** Reads at a position once; may read fewer bytes than fit. Returns -1 at the end. */
    int read(ByteBuffer target, long position) throws IOException;
  }

  /**
   * A channel at position 0.
   *
   * @param file closed with it
   */
  public ReadChannel(Source in, Closeable file, long size) {
    this.in = in;
    this.file = file;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    if (position >= size) {
      return -1;
    }
    int limit = target.limit();
    target.limit(target.position() + (int) Math.min(target.remaining(), size - position));
    try {
      int got = in.read(target, position);
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
    if (newPosition < 0) {
      throw new IllegalArgumentException("position " + newPosition);
    }
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
