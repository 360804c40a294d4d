package dev.varve.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A read-only channel that remembers an I/O error, so that the error of the archive's reader that
 * follows is not mistaken for bad data.
 */
final class WatchedChannel implements SeekableByteChannel {
  private final SeekableByteChannel in;
  private @Nullable IOException fault;

  WatchedChannel(SeekableByteChannel in) {
    this.in = in;
  }

  /** The I/O error, when there was one. */
  @Nullable IOException fault() {
    return fault;
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public long position() throws IOException {
    try {
      return in.position();
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public SeekableByteChannel position(long position) throws IOException {
    try {
      in.position(position);
      return this;
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public long size() throws IOException {
    try {
      return in.size();
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      in.close();
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public boolean isOpen() {
    return in.isOpen();
  }

  @Override
  public int write(ByteBuffer buffer) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long bytes) {
    throw new NonWritableChannelException();
  }

  private IOException kept(IOException e) {
    fault = e;
    return e;
  }
}
