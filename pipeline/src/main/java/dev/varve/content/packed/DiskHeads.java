package dev.varve.content.packed;

import dev.varve.input.codec.Compression;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.tar.TarReader;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.util.Arrays;

/**
 * Sink that keeps the first and the last bytes of a file, from which {@link LayerDisks} detects the
 * format of a disk.
 */
final class DiskHeads implements TarReader.Sink {
  private final byte[] head = new byte[SnapshotFormat.HEAD_BYTES];
  private final byte[] tail = new byte[SnapshotFormat.HEAD_BYTES];
  private int headBytes;
  private int tailBytes;

  @Override
  public void take(byte[] buffer, int from, int length) {
    int headStep = Math.min(length, head.length - headBytes);
    System.arraycopy(buffer, from, head, headBytes, headStep);
    headBytes += headStep;
    int tailStep = Math.min(length, tail.length);
    int keptBytes = Math.min(tailBytes, tail.length - tailStep);
    System.arraycopy(tail, tailBytes - keptBytes, tail, 0, keptBytes);
    System.arraycopy(buffer, from + length - tailStep, tail, keptBytes, tailStep);
    tailBytes = keptBytes + tailStep;
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
