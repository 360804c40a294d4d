package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One file of a chain: reads at offsets, and creates faults that name the file. */
final class DiskFile implements Closeable {
  private final String location;
  private final String label;
  private final SeekableByteChannel channel;
  private final ByteStore store;
  private final long storedBytes;
  private long bytes;
  private @Nullable FilePatches patches;

  /**
   * @param depth 0 for the topmost file of its chain
   * @throws MalformedBlobException when there is no such file
   */
  DiskFile(ByteStore store, String location, int depth) throws IOException {
    this(store, location, depth == 0 ? "file " : "backing file ", depth);
  }

  private DiskFile(ByteStore store, String location, String what, int depth) throws IOException {
    this.store = store;
    this.location = location;
    this.label = depth == 0 ? "" : what + location + ": ";
    ByteStore.Item item = store.find(location).orElse(null);
    if (item == null || item.folder()) {
      throw new MalformedBlobException(
          RejectReason.ABSENT,
          item == null
              ? "the " + what + location + " is missing"
              : "the " + what + location + " is a folder");
    }
    if (item.kind() != ByteStore.Kind.DEVICE || depth > 0) {
      requirePlain(item);
    }
    channel = store.channel(location);
    storedBytes = channel.size();
    bytes = storedBytes;
  }

  private void requirePlain(ByteStore.Item item) throws MalformedBlobException {
    try {
      item.requirePlain();
    } catch (MalformedBlobException e) {
      throw withFileName(e);
    }
  }

  /** The external data file of an image; faults name it. */
  static DiskFile ofData(ByteStore store, String location) throws IOException {
    return new DiskFile(store, location, "data file ", 1);
  }

  String location() {
    return location;
  }

  /** Length of the file. */
  long bytes() {
    return bytes;
  }

  /**
   * @throws MalformedBlobException when the file ends before the range does
   */
  void read(long offset, byte[] into, int from, int length) throws IOException {
    if (offset > bytes - length) {
      throw malformed(
          RejectReason.TRUNCATED,
          bytes,
          "bytes "
              + offset
              + " to "
              + (offset + length)
              + " are beyond the end of the file at "
              + bytes);
    }
    FilePatches pending = patches;
    if (pending != null) {
      int stored = (int) Math.max(0, Math.min(length, storedBytes - offset));
      Arrays.fill(into, from + stored, from + length, (byte) 0);
      readStored(offset, into, from, stored);
      pending.apply(offset, into, from, length);
    } else {
      readStored(offset, into, from, length);
    }
  }

  private void readStored(long offset, byte[] into, int from, int length) throws IOException {
    channel.position(offset);
    ByteBuffer target = ByteBuffer.wrap(into, from, length);
    while (target.hasRemaining()) {
      if (channel.read(target) < 0) {
        long end = offset + length - target.remaining();
        throw malformed(RejectReason.TRUNCATED, end, "the file ends at " + end);
      }
    }
  }

  /**
   * Overlays pending writes of the file's log on all further reads; the file itself stays as it is.
   *
   * @param newBytes length of the file after these writes
   */
  void patch(FilePatches pending, long newBytes) {
    patches = pending;
    bytes = newBytes;
  }

  /** Whether {@link #patch} was called. */
  boolean isPatched() {
    return patches != null;
  }

  /** The holes of the file; closed by the caller. */
  Holes holes() throws IOException {
    return store.holes(location);
  }

  /** The first bytes, fewer when the file is shorter. */
  byte[] head(int most) throws IOException {
    byte[] head = new byte[(int) Math.min(most, bytes)];
    read(0, head, 0, head.length);
    return head;
  }

  /** The last bytes, fewer when the file is shorter. */
  byte[] tail(int most) throws IOException {
    byte[] tail = new byte[(int) Math.min(most, bytes)];
    read(bytes - tail.length, tail, 0, tail.length);
    return tail;
  }

  /**
   * Fields of the file.
   *
   * @throws MalformedBlobException when the file ends before they do
   */
  ByteBuffer readFields(long offset, int length, ByteOrder order) throws IOException {
    return ByteBuffer.wrap(readBytes(offset, length)).order(order);
  }

  /** Bytes of the file; throws as {@link #readFields} does. */
  byte[] readBytes(long offset, int length) throws IOException {
    byte[] part = new byte[length];
    read(offset, part, 0, length);
    return part;
  }

  /** The files in a folder, but for this one. */
  List<String> otherFiles(String folder) throws IOException {
    return store.list(folder).stream()
        .filter(item -> item.kind() == ByteStore.Kind.FILE)
        .map(item -> LocationText.normal(item.location()))
        .filter(other -> !other.equals(LocationText.normal(location)))
        .toList();
  }

  /** Another file of the same store, below this one; faults name it. */
  DiskFile openBelow(String other) throws IOException {
    return new DiskFile(store, other, 1);
  }

  /** Whether there is a file at a location. */
  boolean isFile(String other) throws IOException {
    return store.find(other).filter(item -> item.kind() == ByteStore.Kind.FILE).isPresent();
  }

  MalformedBlobException malformed(RejectReason reason, long offset, String message) {
    return new MalformedBlobException(reason, offset, label + message);
  }

  /** This fault with this file's name. */
  MalformedBlobException withFileName(MalformedBlobException fault) {
    return malformed(fault.reason(), fault.offset(), fault.explanation());
  }

  MalformedBlobException corrupt(long offset, String message) {
    return malformed(RejectReason.CORRUPT, offset, message);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
