package dev.varve.jobs.table;

import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files without Hadoop's hidden checksum files beside them: a rename then moves one file, and
 * is atomic. Parquet pages carry checksums of their own.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {
  /** Called by Hadoop. */
  public PlainLocalFileSystem() {
    super(new RawLocalFileSystem());
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }
}
