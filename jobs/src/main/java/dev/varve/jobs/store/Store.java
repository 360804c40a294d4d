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
 * A store of files that are read and written: a local disk, HDFS or an object store. Locations have
 * the form that {@link ByteStore} describes; {@link Locations} splits them.
 *
 * <p>Two operations are atomic. If {@link #renamesAtomically}, a file that was written and
 * synchronized is published by {@link #rename}. If {@link #createsConditionally}, {@link
 * #createNew} succeeds for one of several callers only.
 *
 * <p>No method follows a link that it deletes. A lack of permission is reported as {@link
 * AccessDeniedException}, a file in place of a folder as {@link
 * java.nio.file.NotDirectoryException}.
 */
public interface Store extends ByteStore {
  /** Most bytes that {@link #text} reads: 64 MiB, the size of a journal of about 300,000 files. */
  int MAX_TEXT_BYTES = 64 << 20;

  /** Thrown when a store answers that it does not implement what a conditional request needs. */
  final class NoConditionException extends IOException {
    private static final long serialVersionUID = 1L;

    /** That of a store's answer. */
    public NoConditionException(IOException answer) {
      super(answer.getMessage(), answer);
    }
  }

  /**
   * The full location of a place as users write it: a path relative to the working folder, or a
   * URI.
   */
  String qualified(String place) throws IOException;

  /**
   * Whether something exists at a location, links followed; false also if this user may not look
   * there.
   */
  boolean exists(String location) throws IOException;

  /**
   * The items directly in a folder, sorted by name; none if the folder is absent.
   *
   * @throws AccessDeniedException when this user may not read the folder
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
   * Creates a file, or replaces an existing one; missing folders are made. The file is complete
   * once the stream is closed, and on disk after {@link #sync}.
   *
   * @param blockBytes least size of a block, in stores whose files are made of blocks; 0 for the
   *     store's default
   */
  OutputStream create(String location, long blockBytes) throws IOException;

  /**
   * Writes a small file unless its name exists: of several callers, exactly one succeeds. In an
   * object store the file appears with its text, and a file that has this text already counts as
   * this caller's, because the answer to an earlier try may have been lost; so texts of different
   * callers differ. Elsewhere a reader may see the name first, without text. Missing folders are
   * made.
   *
   * @return false when the name exists
   * @throws NoConditionException when the store answers that it does not know the condition
   */
  boolean createNew(String location, String text) throws IOException;

  /**
   * Writes a small file, synchronizes it with the disk, and reads it back; replaces an existing
   * file.
   *
   * @throws IOException also when the content read back differs from the text
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
   * Reads a small file as UTF-8 text: a journal, a lock or a name. A file larger than any that
   * Varve writes is refused before reading, because anyone may have put it there.
   *
   * @throws FileNotFoundException when it is not there
   * @throws IOException also when it is not a regular file, or is too large
   */
  default String text(String location) throws IOException {
    Item item = find(location).orElseThrow(() -> new FileNotFoundException(location));
    if (item.kind() != Kind.FILE) {
      // Refused before opening: opening a named pipe would block until someone writes to it.
      throw new IOException(location + " is not read: it is no regular file");
    }
    requireSmall(item.bytes(), location);
    try (InputStream in = open(location)) {
      byte[] bytes = in.readNBytes(MAX_TEXT_BYTES + 1);
      requireSmall(bytes.length, location);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static void requireSmall(long bytes, String location) throws IOException {
    if (bytes > MAX_TEXT_BYTES) {
      throw new IOException(
          "%s has more than %,d bytes, and no file of its kind may have more"
              .formatted(location, MAX_TEXT_BYTES));
    }
  }

  /** Whether {@link #rename} is atomic at this location, for all readers. */
  boolean renamesAtomically(String location) throws IOException;

  /**
   * Whether {@link #createNew} succeeds for one of several callers only. False for an object store
   * whose client cannot state the condition; whether its server keeps it, only a try shows.
   */
  boolean createsConditionally(String location) throws IOException;

  /**
   * Renames atomically; replaces an existing file, and fails when the target folder does not exist.
   */
  void rename(String from, String to) throws IOException;

  /**
   * Makes a folder and its parents where they are missing; does nothing in stores without folders.
   */
  void makeFolder(String folder) throws IOException;

  /**
   * Makes a new folder that only its owner can read, and its parents.
   *
   * @throws IOException also when something is there already
   */
  void makePrivateFolder(String folder) throws IOException;

  /**
   * Sets the time of a file's last change to now.
   *
   * @throws FileNotFoundException when it is not there
   */
  void touch(String file) throws IOException;

  @Override
  long changedAtMillis(String file) throws IOException;

  /** Deletes a file or a link; does nothing if it does not exist. */
  void delete(String file) throws IOException;

  /**
   * Deletes a file, a link, or a folder with its contents; does nothing if it does not exist.
   *
   * @param root a folder above the location. Below it no link is followed, not even one that
   *     replaces a folder during the deletion
   * @throws IOException also when a folder between root and location is a link
   * @throws IllegalArgumentException when the location is not below the root
   */
  void deleteBelow(String root, String location) throws IOException;

  /**
   * Finds a symbolic link among these entries of a folder, or below them; no link is followed in
   * the search.
   *
   * @param root the folder; it may itself be a link
   * @param names names of entries directly in the root
   */
  Optional<String> link(String root, Set<String> names) throws IOException;

  /**
   * Returns when the bytes of a file, or the entries of a folder, are on disk. Returns at once in
   * stores that write to disk when a file is closed.
   */
  void sync(String location) throws IOException;

  /** Block size of files at this location, in bytes; 0 if files are not made of blocks. */
  long blockBytes(String location) throws IOException;
}
