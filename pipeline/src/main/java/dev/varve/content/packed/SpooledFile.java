package dev.varve.content.packed;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/** A store of one file, copied because its format needs random access. */
record SpooledFile(String location, SeekableByteChannel file, long bytes) implements ByteStore {
  private static final int STEP_BYTES = 1 << 20;

  /**
   * Opens a disk by a copy of its file, which is gone when the disk is closed.
   *
   * @param bytes of the file; no more are written
   */
  static Disk disk(
      InputStream in, long bytes, DiskFormat format, String location, SpoolFolder folder)
      throws IOException {
    FileChannel file = folder.open(bytes);
    try {
      copy(in, bytes, file, folder);
      // No roots: a disk inside of an image has nothing below it.
      return new DiskOpener(new SpooledFile(location, file, bytes), List.of())
          .open(location, format, null);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static void copy(InputStream in, long bytes, FileChannel file, SpoolFolder folder)
      throws IOException {
    byte[] buffer = new byte[STEP_BYTES];
    long copiedBytes = 0;
    try {
      while (copiedBytes < bytes) {
        int got = in.readNBytes(buffer, 0, (int) Math.min(buffer.length, bytes - copiedBytes));
        if (got == 0) {
          throw new MalformedBlobException(
              RejectReason.TRUNCATED,
              copiedBytes,
              "the disk's file ends at " + copiedBytes + " of " + bytes);
        }
        for (ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, got); chunk.hasRemaining(); ) {
          int unused = file.write(chunk);
        }
        copiedBytes += got;
        folder.release(got);
      }
      int unused = in.read(); // reading the end runs the checks of digests there
    } finally {
      folder.release(bytes - copiedBytes);
    }
  }

  @Override
  public Optional<Item> find(String other) {
    return other.equals(location) ? Optional.of(Item.file(location, bytes)) : Optional.empty();
  }

  @Override
  public List<Item> list(String folder) {
    return List.of();
  }

  @Override
  public InputStream open(String other, long offset, long length) throws IOException {
    throw new MalformedBlobException(RejectReason.ABSENT, "there is no " + other);
  }

  @Override
  public SeekableByteChannel channel(String other) throws IOException {
    if (!other.equals(location)) {
      throw new FileNotFoundException(other);
    }
    return file;
  }
}
