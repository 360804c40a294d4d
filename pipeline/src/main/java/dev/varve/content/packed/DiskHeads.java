package dev.varve.content.packed;

import dev.varve.input.codec.Compression;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.tar.TarReader;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.util.Arrays;

/** Sink that keeps the first and the last bytes of a file, which show its disk format. */
final class DiskHeads implements TarReader.Sink {
  private final byte[] head = new byte[SnapshotFormat.HEAD_BYTES];
  private final byte[] tail = new byte[SnapshotFormat.HEAD_BYTES];
  private int headBytes;
  private int tailBytes;

  @Override
  public void take(byte[] buffer, int from, int length) {
    int first = Math.min(length, head.length - headBytes);
    System.arraycopy(buffer, from, head, headBytes, first);
    headBytes += first;
    int last = Math.min(length, tail.length);
    int stay = Math.min(tailBytes, tail.length - last);
    System.arraycopy(tail, tailBytes - stay, tail, 0, stay);
    System.arraycopy(buffer, from + length - last, tail, stay, last);
    tailBytes = stay + last;
  }

  /**
   * The format of a disk of this name.
   *
   * @throws MalformedBlobException when the format cannot be read, or contradicts the name
   */
  DiskFormat format(String name) throws MalformedBlobException {
    Compression compression = Compression.sniff(head, Math.min(headBytes, Compression.MAGIC_BYTES));
    if (compression != Compression.NONE) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "it is compressed by " + compression.label() + " inside of its layer: store it as it is");
    }
    return DiskFormat.of(name, Arrays.copyOf(head, headBytes), Arrays.copyOf(tail, tailBytes));
  }
}
