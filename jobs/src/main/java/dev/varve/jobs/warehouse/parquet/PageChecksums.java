package dev.varve.jobs.warehouse.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * Compares the pages of local Parquet files with their checksums, because DuckDB does not.
 * Checksums cover compressed pages, so nothing is decompressed and the check runs at reading speed.
 *
 * @see <a href="https://parquet.apache.org/docs/file-format/data-pages/checksumming/">Parquet:
 *     checksumming</a>
 */
public final class PageChecksums {
  private static final int TAIL_BYTES = 8;

  /** The last 4 bytes of a Parquet file, "PAR1", as a little-endian number. */
  private static final int MAGIC = 0x31524150;

  private static final int BUFFER_BYTES = 1 << 18;

  private PageChecksums() {}

  /**
   * Verifies files, several in parallel.
   *
   * @throws IOException that names a file with a page that does not match, or that cannot be read
   */
  public static void verify(Collection<Path> files) throws IOException {
    try {
      files.parallelStream().forEach(PageChecksums::verify);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Verifies the files that are not in {@code verified}, and adds them to it. */
  public static void verifyOnce(Collection<Path> files, Set<Path> verified) throws IOException {
    List<Path> unverified = files.stream().filter(file -> !verified.contains(file)).toList();
    verify(unverified);
    verified.addAll(unverified);
  }

  private static void verify(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      for (RowGroup group : footer(channel).getRow_groups()) {
        for (ColumnChunk column : group.getColumns()) {
          verify(channel, column.getMeta_data());
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new UncheckedIOException(
          new IOException(
              "%s is damaged: %s; varve check --files says what to do"
                  .formatted(file, e.getMessage())));
    }
  }

  private static FileMetaData footer(FileChannel channel) throws IOException {
    ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long end = channel.size() - TAIL_BYTES;
    if (end < 0 || channel.read(tail, end) < TAIL_BYTES) {
      throw new EOFException("too short for a Parquet file");
    }
    if (tail.getInt(Integer.BYTES) != MAGIC) {
      throw new EOFException("its end is missing, or is not that of a Parquet file");
    }
    int length = tail.getInt(0);
    long start = Math.max(0, end - length);
    return Util.readFileMetaData(new FileInput(channel, start, end - start));
  }

  private static void verify(FileChannel channel, ColumnMetaData column) throws IOException {
    long first = column.getData_page_offset();
    if (column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0) {
      first = Math.min(first, column.getDictionary_page_offset());
    }
    FileInput pages = new FileInput(channel, first, column.getTotal_compressed_size());
    CRC32 crc = new CRC32();
    while (pages.remainingBytes() > 0) {
      long offset = pages.position();
      PageHeader header = Util.readPageHeader(pages);
      crc.reset();
      pages.update(crc, header.getCompressed_page_size());
      if (header.isSetCrc() && header.getCrc() != (int) crc.getValue()) {
        throw new IOException(
            "the page of column %s at byte %d does not match its CRC"
                .formatted(String.join(".", column.getPath_in_schema()), offset));
      }
    }
  }

  /** A range of a file's bytes, read through a buffer. */
  private static final class FileInput extends InputStream {
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private final long end;
    private long bufferEnd;

    FileInput(FileChannel channel, long from, long bytes) {
      this.channel = channel;
      this.bufferEnd = from;
      this.end = from + bytes;
      buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, Math.max(0, bytes))).limit(0);
    }

    long remainingBytes() {
      return end - position();
    }

    long position() {
      return bufferEnd - buffer.remaining();
    }

    private void fill() throws IOException {
      buffer.clear().limit((int) Math.min(buffer.capacity(), Math.max(0, end - bufferEnd)));
      int read = channel.read(buffer, bufferEnd);
      if (read <= 0) {
        throw new EOFException("a footer or a page goes on behind its end");
      }
      bufferEnd += read;
      buffer.flip();
    }

    @Override
    public int read() throws IOException {
      if (!buffer.hasRemaining()) {
        fill();
      }
      return buffer.get() & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      if (!buffer.hasRemaining()) {
        fill();
      }
      int count = Math.min(length, buffer.remaining());
      buffer.get(bytes, from, count);
      return count;
    }

    void update(CRC32 crc, long bytes) throws IOException {
      for (long done = 0; done < bytes; ) {
        if (!buffer.hasRemaining()) {
          fill();
        }
        int count = (int) Math.min(bytes - done, buffer.remaining());
        crc.update(buffer.array(), buffer.position(), count);
        buffer.position(buffer.position() + count);
        done += count;
      }
    }
  }
}
