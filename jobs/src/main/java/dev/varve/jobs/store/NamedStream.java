package dev.varve.jobs.store;

import dev.varve.model.ReadChannel;
import dev.varve.model.UnreadableFileException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;

/** A stream over a file that adds the file's location to the messages of faults. */
public final class NamedStream extends FilterInputStream {
  private final String location;

  public NamedStream(InputStream in, String location) {
    super(in);
    this.location = location;
  }

  @Override
  public int read() throws IOException {
    return withLocation(location, super::read);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return withLocation(location, () -> in.read(target, offset, length));
  }

  @Override
  public long skip(long bytes) throws IOException {
    return withLocation(location, () -> in.skip(bytes));
  }

  /** A channel over a file of known length, with the file's location in its faults. */
  public static SeekableByteChannel channel(
      ReadChannel.Source in, Closeable file, String location, long size) {
    return new ReadChannel(
        (target, position) -> withLocation(location, () -> in.read(target, position)), file, size);
  }

  /** A step that reads from a file. */
  interface Step<T> {
    /** Runs the step. */
    T run() throws IOException;
  }

  /** Runs a step, with the file's name in its faults. */
  static <T> T withLocation(String location, Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (FileNotFoundException e) {
      // Some file systems open a file only at the first read, so it may be found missing here.
      throw e;
    } catch (IOException e) {
      throw new UnreadableFileException(location, e);
    }
  }
}
