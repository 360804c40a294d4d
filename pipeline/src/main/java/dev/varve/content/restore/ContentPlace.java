package dev.varve.content.restore;

import dev.varve.input.tar.SparseMap;
import dev.varve.input.tar.TarReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Place of a content in an archive, which contains no holes.
 *
 * @param archiveOffset where its stored bytes begin
 * @param map the pieces that are stored, one after another; null when all of it is
 */
record ContentPlace(long archiveOffset, @Nullable SparseMap map) {

  /** A sink for the content, holes filled, that writes what the archive stores of it. */
  TarReader.Sink writer(FileChannel archive) {
    return map == null
        ? new WholeWriter(archive, archiveOffset)
        : new SparseWriter(archive, archiveOffset, map);
  }

  private static void write(FileChannel archive, byte[] buffer, int from, int length, long offset)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(buffer, from, length);
    for (long at = offset; bytes.hasRemaining(); ) {
      at += archive.write(bytes, at);
    }
  }

  private static final class WholeWriter implements TarReader.Sink {
    private final FileChannel archive;
    private long archiveOffset;

    WholeWriter(FileChannel archive, long offset) {
      this.archive = archive;
      this.archiveOffset = offset;
    }

    @Override
    public void take(byte[] buffer, int from, int length) throws IOException {
      write(archive, buffer, from, length, archiveOffset);
      archiveOffset += length;
    }
  }

  private static final class SparseWriter implements TarReader.Sink {
    private final FileChannel archive;
    private final SparseMap map;
    private long archiveOffset;
    private long contentOffset;
    private int piece;

    SparseWriter(FileChannel archive, long offset, SparseMap map) {
      this.archive = archive;
      this.archiveOffset = offset;
      this.map = map;
    }

    @Override
    public void take(byte[] buffer, int from, int length) throws IOException {
      long end = contentOffset + length;
      while (piece < map.pieces() && map.offset(piece) < end) {
        long first = Math.max(contentOffset, map.offset(piece));
        long last = Math.min(end, map.offset(piece) + map.bytes(piece));
        int bytes = (int) Math.max(0, last - first);
        write(archive, buffer, from + (int) (first - contentOffset), bytes, archiveOffset);
        archiveOffset += bytes;
        if (last == end && map.offset(piece) + map.bytes(piece) > end) {
          break;
        }
        piece++;
      }
      contentOffset = end;
    }
  }
}
