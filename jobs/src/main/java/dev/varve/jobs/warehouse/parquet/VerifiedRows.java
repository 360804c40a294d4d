package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table that one task writes, source by source (a source is a layer or a snapshot). The
 * rows of a source become part of a file only once the source was verified. The rows of a small
 * source wait in memory. A large source has a file of its own, which is deleted if the source is
 * rejected. The files are listed in the order of their rows.
 */
public final class VerifiedRows implements Closeable {
  /**
   * Most bytes of rows that wait in memory, by estimate; more rows of a source go to a file of its
   * own.
   */
  private static final long MAX_WAITING_BYTES = 8 << 20;

  /** Estimated bytes of a Java object with the reference to it. */
  private static final int VALUE_BYTES = 24;

  private final FileOpener opener;
  private final Store store;
  private final List<@Nullable Object[]> waiting = new ArrayList<>();
  private final List<RowFile.Written> written = new ArrayList<>();
  private long waitingBytes;
  private @Nullable RowFile sharedFile;
  private @Nullable RowFile ownFile;

  /** Makes a new file. */
  public interface FileOpener {
    RowFile open() throws IOException;
  }

  /** No rows yet. */
  public VerifiedRows(FileOpener opener, Store store) {
    this.opener = opener;
    this.store = store;
  }

  /** Adds a row of the current source. */
  public void add(@Nullable Object[] row) throws IOException {
    if (ownFile != null) {
      ownFile.add(row);
      return;
    }
    waiting.add(row);
    waitingBytes += bytes(row);
    if (waitingBytes > MAX_WAITING_BYTES) {
      ownFile = opener.open();
      flush(ownFile);
    }
  }

  private static long bytes(@Nullable Object[] row) {
    long bytes = VALUE_BYTES;
    for (Object value : row) {
      bytes += VALUE_BYTES;
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof byte[] binary) {
        bytes += binary.length;
      } else if (value instanceof int[] numbers) {
        bytes += (long) numbers.length * Integer.BYTES;
      } else if (value instanceof boolean[] flags) {
        bytes += flags.length;
      }
    }
    return bytes;
  }

  private void flush(RowFile file) throws IOException {
    for (@Nullable Object[] row : waiting) {
      file.add(row);
    }
    clearWaiting();
  }

  private void clearWaiting() {
    waiting.clear();
    waitingBytes = 0;
  }

  /**
   * Keeps the rows of the current source, which was verified; the next rows belong to the next
   * source.
   */
  public void accept() throws IOException {
    RowFile large = ownFile;
    if (large != null) {
      ownFile = null;
      large.close();
      closeSharedFile();
      written.add(large.written());
    } else if (!waiting.isEmpty()) {
      RowFile file = sharedFile;
      if (file == null) {
        file = opener.open();
        sharedFile = file;
      }
      flush(file);
    }
  }

  /** Discards the rows of the current source, which was rejected. */
  public void reject() throws IOException {
    clearWaiting();
    RowFile large = ownFile;
    if (large != null) {
      ownFile = null;
      large.close();
      store.delete(large.written().path());
    }
  }

  private void closeSharedFile() throws IOException {
    RowFile file = sharedFile;
    if (file != null) {
      sharedFile = null;
      file.close();
      written.add(file.written());
    }
  }

  /** The files, once they are closed, in the order of their rows. */
  public List<RowFile.Written> written() {
    return List.copyOf(written);
  }

  /** Completes the last file; discards the rows of a source that was not verified. */
  @Override
  public void close() throws IOException {
    try {
      reject();
    } finally {
      closeSharedFile();
    }
  }
}
