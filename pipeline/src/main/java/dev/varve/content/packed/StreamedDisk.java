package dev.varve.content.packed;

import dev.varve.input.disk.ClusterRun;
import dev.varve.input.disk.Disk;
import dev.varve.input.disk.Extent;
import dev.varve.input.disk.FileTables;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A raw disk as a stream: its ranges are read in ascending order, each once. */
final class StreamedDisk implements Disk {
  private final InputStream in;
  private final long bytes;
  private final String location;
  private long position;

  /**
   * @param in has these bytes and then ends; closed with the disk
   */
  StreamedDisk(InputStream in, long bytes, String location) {
    this.in = in;
    this.bytes = bytes;
    this.location = location;
  }

  @Override
  public long virtualBytes() {
    return bytes;
  }

  @Override
  public long allocatedBytes() {
    return bytes;
  }

  @Override
  public boolean overlaps() {
    return false;
  }

  @Override
  public Extent extentAt(long offset) {
    Objects.checkIndex(offset, bytes);
    return new Extent(offset, bytes - offset, Extent.Kind.DATA, 0);
  }

  @Override
  public void read(long offset, byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes);
    if (offset < position) {
      throw new IllegalArgumentException("a stream is not read backwards");
    }
    in.skipNBytes(offset - position);
    position = offset + in.readNBytes(into, from, length);
    if (position < offset + length) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED, position, "the disk ends at " + position + " of " + bytes);
    }
    // The end of the stream is read too, as digests are checked there.
    if (position == bytes && in.read() >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, bytes, "the disk goes on behind its " + bytes + " bytes");
    }
  }

  @Override
  public int unitBytes() {
    return 1;
  }

  @Override
  public ClusterRun ownRun(long offset, long most) {
    Objects.checkIndex(offset, bytes);
    long run = bytes - offset;
    return new ClusterRun(ClusterRun.State.NORMAL, run, offset, run);
  }

  @Override
  public boolean isMarkedCorrupt() {
    return false;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public FileTables tables() {
    return FileTables.NONE;
  }

  @Override
  public @Nullable Disk backing() {
    return null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
