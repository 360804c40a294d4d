package dev.varve.jobs.store;

import dev.varve.model.ByteStore.Item;
import dev.varve.model.ByteStore.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Files and folders on a local disk. Hadoop takes whatever is no folder for a file, and leaves out
 * of a listing what it cannot find again by its name; here both are reported.
 */
final class LocalFiles {
  private static final int TYPE_BITS = 0170000;
  private static final String CLOSED_FOLDER = "a folder that this user may not read";

  private LocalFiles() {}

  /** The item at a path, links followed; empty when nothing is there. */
  static Optional<Item> find(Path path, String location) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (AccessDeniedException e) {
      return Optional.of(unreachable(location, "in a folder that this user may not search"));
    } catch (FileSystemException e) {
      return Optional.empty(); // absent, or a link that leads nowhere
    }
    if (found.isDirectory()) {
      return Optional.of(
          Files.isReadable(path) && Files.isExecutable(path)
              ? Item.folder(location)
              : unreachable(location, CLOSED_FOLDER));
    }
    return Optional.of(
        found.isRegularFile() ? Item.file(location, found.size()) : special(path, location));
  }

  /** The items in a folder. A file is listed as itself, and so is a folder that may not be read. */
  static List<Item> list(Path folder, String location) throws IOException {
    List<Item> items = new ArrayList<>();
    String parent = location.endsWith("/") ? location : location + "/";
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (isNamed(folder, entry)) {
          String place = parent + entry.getFileName();
          // A link that leads nowhere is listed, so that opening it reports the fault.
          Optional<Item> found = find(entry, place);
          if (found.isPresent() || Files.isSymbolicLink(entry)) {
            items.add(found.orElse(Item.file(place, 0)));
          }
        } else {
          items.add(unreachable(parent + bytesOf(entry), unnamed()));
        }
      }
    } catch (DirectoryIteratorException e) {
      return unlisted(folder, location, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      return unlisted(folder, location, e);
    }
    return items;
  }

  private static List<Item> unlisted(Path folder, String location, IOException why)
      throws IOException {
    if (why instanceof NoSuchFileException) {
      return List.of();
    }
    if (why instanceof AccessDeniedException) {
      return List.of(unreachable(location, CLOSED_FOLDER));
    }
    if (why instanceof NotDirectoryException) {
      return find(folder, location).stream().toList();
    }
    throw why;
  }

  /** The path of a location, as text without links; of what went away meanwhile, as it is. */
  static String identity(Path path) throws IOException {
    try {
      return path.toRealPath().toString();
    } catch (NoSuchFileException | AccessDeniedException e) {
      return path.toAbsolutePath().normalize().toString();
    }
  }

  /** Whether a file is there and may not be read. */
  static boolean isClosed(Path path) {
    return Files.exists(path) && !Files.isReadable(path);
  }

  private static Item special(Path path, String location) throws IOException {
    return switch ((int) Files.getAttribute(path, "unix:mode") & TYPE_BITS) {
      case 0010000 -> refused(location, "a FIFO");
      case 0020000 -> refused(location, "a character device");
      case 0060000 ->
          new Item(
              location,
              Kind.DEVICE,
              deviceBytes(path),
              "a block device, which is read only where it is an input itself");
      case 0140000 -> refused(location, "a socket");
      default -> refused(location, "neither a file nor a folder");
    };
  }

  private static Item unreachable(String location, String why) {
    return new Item(location, Kind.UNREACHABLE, 0, why);
  }

  private static Item refused(String location, String what) {
    return new Item(location, Kind.SPECIAL, 0, what + ", where a file should be");
  }

  private static long deviceBytes(Path device) {
    try (FileChannel channel = FileChannel.open(device)) {
      return channel.size();
    } catch (IOException e) {
      return 0; // opening it for reading will say why
    }
  }

  /** Whether an entry is found again by its name as text. */
  private static boolean isNamed(Path folder, Path entry) {
    try {
      return folder.resolve(entry.getFileName().toString()).equals(entry);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** A name that is no text, its odd bytes as {@code %ff}. */
  private static String bytesOf(Path entry) {
    String uri = entry.toUri().getRawPath();
    String path = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String unnamed() {
    String encoding = System.getProperty("sun.jnu.encoding", "unknown");
    return "its name, written with %XX for its bytes, is no text in "
        + encoding
        + ", the encoding of this process, so that it cannot be opened: "
        + (encoding.equalsIgnoreCase("UTF-8")
            ? "rename it to UTF-8"
            : "start with LC_ALL=C.UTF-8, or rename it");
  }

  /**
   * The path for a location's text.
   *
   * @throws FileNotFoundException when no file can have that name
   */
  static Path path(java.io.File file) throws FileNotFoundException {
    try {
      return file.toPath();
    } catch (InvalidPathException e) {
      throw new FileNotFoundException(file + ": " + e.getReason());
    }
  }
}
