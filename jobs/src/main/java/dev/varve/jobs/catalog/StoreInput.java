package dev.varve.jobs.catalog;

import dev.varve.jobs.store.Store;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A file of the warehouse as Iceberg reads it: by the settings of the warehouse's file system, not
 * by those of the catalog.
 */
record StoreInput(Store store, String location) implements InputFile {
  @Override
  public long getLength() {
    try {
      return store
          .find(location)
          .orElseThrow(() -> new FileNotFoundException(location + " does not exist"))
          .bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean exists() {
    try {
      return store.exists(location);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new ChannelStream(store.channel(location));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class ChannelStream extends SeekableInputStream {
    private final SeekableByteChannel channel;
    private final InputStream in;

    ChannelStream(SeekableByteChannel channel) {
      this.channel = channel;
      this.in = Channels.newInputStream(channel);
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return in.read(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
