package dev.varve.jobs.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** A seekable stream as a channel. */
final class ReadChannel implements SeekableByteChannel {
  private static final int STEP_BYTES = 64 << 10;

  private final FSDataInputStream in;
  private final String location;
  private final long size;
  private long position;
  private boolean open = true;

  ReadChannel(FSDataInputStream in, String location, long size) {
    this.in = in;
    this.location = location;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (position >= size) {
      return -1;
    }
    if (target.hasArray()) {
      int most = (int) Math.min(target.remaining(), size - position);
      int got = read(target.array(), target.arrayOffset() + target.position(), most);
      if (got > 0) {
        target.position(target.position() + got);
        position += got;
      }
      return got;
    }
    byte[] bytes =
        new byte[(int) Math.min(STEP_BYTES, Math.min(target.remaining(), size - position))];
    int got = read(bytes, 0, bytes.length);
    if (got > 0) {
      target.put(bytes, 0, got);
      position += got;
    }
    return got;
  }

  private int read(byte[] into, int from, int most) throws IOException {
    return NamedStream.named(location, () -> in.read(position, into, from, most));
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
    in.close();
  }
}
