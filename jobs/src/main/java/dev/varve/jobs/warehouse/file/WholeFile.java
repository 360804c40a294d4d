package dev.varve.jobs.warehouse.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a warehouse that is read as a whole: a journal, a lock, a name. Whoever made the
 * warehouse chose its size, so a larger one than any that Varve writes is refused, unread.
 */
public final class WholeFile {
  /** A journal of this size names 300,000 files. */
  static final int MOST_BYTES = 64 << 20;

  private WholeFile() {}

  /**
   * Its text, in UTF-8.
   *
   * @throws FileNotFoundException when it is not there
   * @throws IOException also when it is no file, or too large
   */
  public static String text(FileSystem system, Path path) throws IOException {
    try (InputStream in =
        system instanceof PlainLocalFileSystem local ? local.openWhole(path) : system.open(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      require(bytes.length, path);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  static void require(long bytes, Object path) throws IOException {
    if (bytes > MOST_BYTES) {
      throw new IOException(
          "%s has more than %,d bytes, and no file of its kind may have more"
              .formatted(path, MOST_BYTES));
    }
  }
}
