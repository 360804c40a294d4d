package dev.varve.input.disk;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A virtual disk, read by random access. Metadata is read when it is needed and kept in a small
 * bounded cache. So a reader of one range of a large disk touches the metadata of that range only.
 * An instance serves one thread; any number of instances may read the same files.
 *
 * <p>Every method throws {@link dev.varve.model.MalformedBlobException} when the image is not what
 * its format allows, with the offset in the faulty file. The message names that file when it is a
 * backing file. Any other {@link IOException} is an I/O error.
 */
public interface Disk extends Closeable {

  /** Length of the disk as its guest sees it. */
  long virtualBytes();

  /**
   * Guest bytes for which the topmost file itself stores data; compressed clusters count with their
   * inflated size. Zero clusters and the contents of the backing files do not count. For an
   * internal snapshot, data shared with the next newer state in the same file does not count, so
   * that the states of a file add up to its data. For a raw image this is the length of the file.
   * For qcow2 the first call walks all tables of that file.
   */
  long allocatedBytes() throws IOException;

  /**
   * Whether the tables of the topmost file name more tables and clusters than fit into the file, so
   * that some of them overlap. A small file can stand for any number of bytes that way. Other
   * faults of the tables do not matter here. Walks all tables of the topmost file, none of the
   * files below; false for a raw image.
   */
  boolean overlaps() throws IOException;

  /**
   * The extent that begins at an offset, which need not be the first byte of a cluster. A call does
   * a bounded amount of work, so an extent may end early and the next one be of the same kind.
   *
   * @param offset from 0 to below {@link #virtualBytes()}
   */
  Extent extentAt(long offset) throws IOException;

  /**
   * Reads bytes of the disk; holes are zeros.
   *
   * @param offset first byte on the disk
   * @param into receives {@code length} bytes from index {@code from}
   * @throws IndexOutOfBoundsException when the range is not on the disk or not in the array
   */
  void read(long offset, byte[] into, int from, int length) throws IOException;

  /**
   * The granularity of the topmost file in guest bytes: its cluster size, or subcluster size where
   * it has subclusters; 1 for a raw image.
   */
  int unitBytes();

  /**
   * The state of the bytes from an offset on in the topmost file alone, looked up in its tables; no
   * data is read. A call does a bounded amount of work, so a run may end early and the next one
   * have the same state. The file that owns a byte is the first whose run {@link ClusterRun#isOwned
   * is owned}, on the way down by {@link #backing()}. Bytes behind the end of a shorter file below
   * are zeros.
   *
   * @param offset from 0 to below {@link #virtualBytes()}
   * @param most length at which the search may stop; the run may be longer
   */
  ClusterRun ownRun(long offset, long most) throws IOException;

  /**
   * Whether the topmost file has the mark that it is corrupt. What can be read of it is read, and
   * may not be what the guest wrote.
   */
  boolean isMarkedCorrupt();

  /** URI of the topmost file. */
  String location();

  /** The metadata of the topmost file; of a raw image {@link FileTables#NONE}. */
  FileTables tables() throws IOException;

  /** The disk below the topmost file, closed with this one; null when it stands alone. */
  @Nullable Disk backing();
}
