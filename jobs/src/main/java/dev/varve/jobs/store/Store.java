package dev.varve.jobs.store;

import dev.varve.model.ByteStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Files that are read and written: those of a local disk, of HDFS, of an object store. Locations
 * are those of {@link ByteStore}, and {@link Locations} takes them apart.
 *
 * <p>A state is published in one of two ways. Where {@link #renamesAtomically} says so, a file that
 * was written and synchronized is renamed into its place. Everywhere, {@link #createNew} grants a
 * name to one caller alone.
 *
 * <p>No method follows a link that it deletes. A fault of access is a {@link
 * AccessDeniedException}, and a file where a folder should be a {@link
 * java.nio.file.NotDirectoryException}.
 */
public interface Store extends ByteStore {
  /** Bytes of the largest {@link #text}; a journal of this size names 300,000 files. */
  int MOST_TEXT_BYTES = 64 << 20;

  /** The full location of a place as people write it: relative to the working folder, or a URI. */
  String qualified(String place) throws IOException;

  /** Whether something is there, links followed; false also where nobody may look. */
  boolean exists(String location) throws IOException;

  /**
   * The items right below a folder, sorted by name; none when it is absent.
   *
   * @throws AccessDeniedException when it may not be read
   */
  default List<Item> entries(String folder) throws IOException {
    List<Item> items = list(folder);
    for (Item item : items) {
      if (item.kind() == Kind.UNREACHABLE && item.location().equals(folder)) {
        throw new AccessDeniedException(folder, null, item.note());
      }
    }
    return items;
  }

  /**
   * Begins a file, in place of one that is there; the folders above it are made. Its bytes are
   * complete once it is closed, and on the disks after {@link #sync}.
   *
   * @param blockBytes at least so many of each block, where files are made of blocks; 0 for as many
   *     as the store makes them of
   */
  OutputStream create(String location, long blockBytes) throws IOException;

  /**
   * Writes a small file unless one is there: of several callers, exactly one succeeds. In an object
   * store the text comes with the name; elsewhere a reader may see the name first, without text.
   *
   * @return false when something has the name
   */
  boolean createNew(String location, String text) throws IOException;

  /**
   * Writes a small file, synchronizes it and reads it back; one that is there is replaced.
   *
   * @throws IOException also when its content is not what was written to it
   */
  default void write(String location, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    requireSmall(bytes.length, location);
    try (OutputStream out = create(location, 0)) {
      out.write(bytes);
    }
    sync(location);
    if (!text(location).equals(text)) {
      throw new IOException(location + " does not contain what was written to it");
    }
  }

  /**
   * A small file as text in UTF-8: a journal, a lock, a name. Whoever made it chose its size, so a
   * larger one than any that Varve writes is refused, unread.
   *
   * @throws FileNotFoundException when it is not there
   * @throws IOException also when it is no file, or too large
   */
  default String text(String location) throws IOException {
    Item item = find(location).orElseThrow(() -> new FileNotFoundException(location));
    if (item.kind() != Kind.FILE) {
      // Opening a pipe waits for who writes to it.
      throw new IOException(location + " is not read: it is no regular file");
    }
    requireSmall(item.bytes(), location);
    try (InputStream in = open(location, 0, -1)) {
      byte[] bytes = in.readNBytes(MOST_TEXT_BYTES + 1);
      requireSmall(bytes.length, location);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static void requireSmall(long bytes, String location) throws IOException {
    if (bytes > MOST_TEXT_BYTES) {
      throw new IOException(
          "%s has more than %,d bytes, and no file of its kind may have more"
              .formatted(location, MOST_TEXT_BYTES));
    }
  }

  /** Whether {@link #rename} is one step for everyone who looks at this location. */
  boolean renamesAtomically(String location) throws IOException;

  /**
   * Renames atomically; replaces an existing file, and fails when the target folder does not exist.
   */
  void rename(String from, String to) throws IOException;

  /** Makes a folder and those above it, where folders are made. */
  void makeFolder(String folder) throws IOException;

  /** Makes a new folder that its owner alone can read, and those above it. */
  void makePrivateFolder(String folder) throws IOException;

  /** Makes this the moment of a file's last change. */
  void touch(String file) throws IOException;

  /**
   * The moment of a file's last change, in milliseconds since 1970.
   *
   * @throws FileNotFoundException when it is not there
   */
  long changedAtMillis(String file) throws IOException;

  /** Deletes a file or a link; nothing when it is not there. */
  void delete(String file) throws IOException;

  /**
   * Deletes a file, a link or a folder with all that is in it; nothing when it is not there.
   *
   * @param root a folder above it, below which no link is followed, not even one that takes the
   *     place of a folder meanwhile
   * @throws IOException also when a folder between them is a link
   */
  void deleteBelow(String root, String location) throws IOException;

  /**
   * A symbolic link that is one of these, or below one of them; none is followed to find it.
   *
   * @param names of files and folders right below the root, which itself may be a link
   */
  Optional<String> link(String root, Set<String> names) throws IOException;

  /**
   * Returns when the bytes of a file, or the entries of a folder, are on the disks; at once where
   * they are as soon as a file is closed.
   */
  void sync(String location) throws IOException;

  /** Bytes of the blocks that files there are made of; 0 where they are not. */
  long blockBytes(String location) throws IOException;
}
