package dev.varve.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/**
 * Read access to files of any file system, by URI. The pure readers use it and module jobs
 * implements it, so that local files, HDFS and object stores look the same.
 */
public interface ByteStore {
  /** The kind of thing at a location, after following links. */
  enum Kind {
    /** A regular file, or a link that leads nowhere, which only opening it reports. */
    FILE,
    /** A folder, which contains other items. */
    FOLDER,
    /** A block device. It is accepted as a disk, and nowhere else in place of a file. */
    DEVICE,
    /** A FIFO, a socket, a character device: reading it might never end. */
    SPECIAL,
    /**
     * Something that this process cannot open, for lack of permission or because its charset cannot
     * encode the name.
     */
    UNREACHABLE
  }

  /**
   * One file or folder.
   *
   * @param location its full URI
   * @param kind what it is
   * @param bytes length of a file or device; 0 for all others
   * @param note description for messages if it is neither a file nor a folder; otherwise empty
   */
  record Item(String location, Kind kind, long bytes, String note) {
    /** A regular file. */
    public static Item file(String location, long bytes) {
      return new Item(location, Kind.FILE, bytes, "");
    }

    public static Item folder(String location) {
      return new Item(location, Kind.FOLDER, 0, "");
    }

    /** The last component of the location. */
    public String name() {
      return location.substring(location.lastIndexOf('/') + 1);
    }

    /** Whether it is a folder. */
    public boolean folder() {
      return kind == Kind.FOLDER;
    }

    /** Whether it is a file or a folder. */
    public boolean isPlain() {
      return kind == Kind.FILE || kind == Kind.FOLDER;
    }

    /**
     * Checks that this is a file or a folder.
     *
     * @throws MalformedBlobException with the note, for everything else
     */
    public void requirePlain() throws MalformedBlobException {
      if (!isPlain()) {
        throw new MalformedBlobException(RejectReason.UNSUPPORTED, note);
      }
    }
  }

  /** The item at a location, or empty when there is none. */
  Optional<Item> find(String location) throws IOException;

  /**
   * The items directly in a folder, sorted by name. The list is empty when the folder is absent,
   * and contains only the item itself when it is no folder or unreachable.
   */
  List<Item> list(String folder) throws IOException;

  /**
   * A text that all locations of one file or folder share, whatever links lead to it: the location
   * without any links.
   */
  default String identity(String location) throws IOException {
    return location;
  }

  /**
   * A stream over a part of a file, empty behind the file's end. Skipping it seeks, and costs no
   * reading.
   *
   * @param offset first byte
   * @param bytes number of bytes, or -1 for all that follow
   * @throws java.io.FileNotFoundException when the file is absent
   * @throws MalformedBlobException when it is neither a file nor a folder, or may not be read
   */
  InputStream open(String location, long offset, long bytes) throws IOException;

  /** A stream over a whole file; it fails as {@link #open(String, long, long)} does. */
  default InputStream open(String location) throws IOException {
    return open(location, 0, -1);
  }

  /**
   * Random access to a file or a block device, read-only.
   *
   * @throws MalformedBlobException when it is something else
   */
  SeekableByteChannel channel(String location) throws IOException;

  /**
   * The time of a file's last change, in milliseconds since 1970; 0 where the store does not know
   * it.
   *
   * @throws java.io.FileNotFoundException when the file is absent
   */
  default long changedAtMillis(String location) throws IOException {
    return 0;
  }

  /** The holes of a file, as far as the store knows them. */
  default Holes holes(String location) throws IOException {
    return Holes.UNKNOWN;
  }
}
