package dev.varve.jobs.store;

import dev.varve.model.Holes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders of this machine. Entries that are neither files nor folders are reported with
 * their kind, and so are names that are not valid text. Files and folders are synchronized with the
 * disk by fsync.
 */
public class LocalStore implements Store {
  private static final int TYPE_BITS = 0170000;
  private static final int BUFFER_BYTES = 64 << 10;

  /** NAME_MAX and PATH_MAX of Linux's limits.h; the latter counts the NUL at the end. */
  private static final int MAX_NAME_BYTES = 255;

  private static final int MAX_PATH_BYTES = 4096;
  private static final String CLOSED_FOLDER = "a folder that this user may not read";

  private static final FileAttribute<?>[] OWNER_ONLY =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          }
          : new FileAttribute<?>[0];

  private static volatile LocalStore disk = new LocalStore();

  /** A store without state; callers use {@link #disk}. */
  protected LocalStore() {}

  /** The files of this machine. */
  public static LocalStore disk() {
    return disk;
  }

  /** Replaces the store that {@link #disk} returns, for tests of faults. */
  static void takeForDisk(LocalStore store) {
    disk = store;
  }

  @Override
  public String qualified(String place) {
    return Locations.qualified(place);
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    try {
      return find(path(location), Locations.qualified(location));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    try {
      List<Item> items = new ArrayList<>(list(path(folder), Locations.qualified(folder)));
      items.sort(Comparator.comparing(Item::location));
      return items;
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  @Override
  public String identity(String location) throws IOException {
    return identity(path(location));
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    Path path = path(location);
    found(path, location).requirePlain();
    FileInputStream file;
    try {
      file = new FileInputStream(path.toFile());
    } catch (FileNotFoundException e) {
      requireReadable(location); // says whether it is for lack of permission
      throw e;
    }
    if (offset > 0) {
      file.getChannel().position(offset);
    }
    InputStream in = new NamedStream(new BufferedInputStream(file), location);
    return bytes < 0
        ? in
        : BoundedInputStream.builder().setInputStream(in).setMaxCount(bytes).get();
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    Item item = requireReadable(location);
    if (item.kind() != Kind.DEVICE) {
      item.requirePlain();
    }
    FileChannel file = FileChannel.open(path(location));
    return NamedStream.channel(file::read, file, location, item.bytes());
  }

  private static Item found(Path path, String location) throws IOException {
    return find(path, location)
        .orElseThrow(() -> new FileNotFoundException("File " + location + " does not exist"));
  }

  private static Item requireReadable(String location) throws IOException {
    Path path = path(location);
    Item item = found(path, location);
    if (item.kind() == Kind.FILE && !Files.isReadable(path)) {
      throw new MalformedBlobException(
          RejectReason.UNREACHABLE, "permission denied: this user may not read the file");
    }
    return item;
  }

  @Override
  public Holes holes(String location) throws IOException {
    return LocalHoles.of(path(location));
  }

  @Override
  public boolean exists(String location) throws IOException {
    try {
      return attributes(path(location)).isPresent();
    } catch (AccessDeniedException | FileNotFoundException e) {
      return false;
    }
  }

  @Override
  public OutputStream create(String location, long blockBytes) throws IOException {
    return made(
        path(location),
        path -> new BufferedOutputStream(Files.newOutputStream(path), BUFFER_BYTES));
  }

  private interface Creation<T> {
    T make(Path path) throws IOException;
  }

  /** Makes something at a path, and the folders above it where they are missing. */
  private <T> T made(Path path, Creation<T> creation) throws IOException {
    try {
      try {
        return creation.make(path);
      } catch (NoSuchFileException e) {
        makeFolder(Locations.folder(Locations.of(path)));
        return creation.make(path);
      }
    } catch (FileSystemException e) {
      throw fileAbove(path.toAbsolutePath().getParent())
          .<FileSystemException>map(NotDirectoryException::new)
          .orElse(e);
    }
  }

  @Override
  public boolean createNew(String location, String text) throws IOException {
    try {
      made(path(location), Files::createFile);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    try {
      write(location, text);
    } catch (IOException e) {
      try {
        delete(location);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    return true;
  }

  @Override
  public boolean createsConditionally(String location) {
    return true;
  }

  @Override
  public boolean renamesAtomically(String location) {
    return true;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    Path path = path(folder);
    if (!Files.isDirectory(path)) {
      try {
        Files.createDirectories(path);
      } catch (FileSystemException e) {
        throw fileAbove(path.toAbsolutePath())
            .<FileSystemException>map(NotDirectoryException::new)
            .orElse(e);
      }
    }
  }

  private static Optional<String> fileAbove(@Nullable Path path) {
    for (@Nullable Path at = path; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at)) {
        return Optional.of(at + " is a file, not a folder");
      }
    }
    return Optional.empty();
  }

  @Override
  public void makePrivateFolder(String folder) throws IOException {
    made(path(folder), path -> Files.createDirectory(path, OWNER_ONLY));
  }

  @Override
  public void touch(String file) throws IOException {
    try {
      Files.setLastModifiedTime(path(file), FileTime.from(Instant.now()));
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(file);
    }
  }

  @Override
  public long changedAtMillis(String file) throws IOException {
    try {
      return Files.getLastModifiedTime(path(file)).toMillis();
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(file);
    }
  }

  @Override
  public void delete(String file) throws IOException {
    Files.deleteIfExists(path(file));
  }

  /**
   * {@inheritDoc} Each step is relative to an open folder, so that no link that appears meanwhile
   * is followed.
   */
  @Override
  public void deleteBelow(String root, String location) throws IOException {
    Path below = path(Locations.relative(root, location));
    Path top = path(root);
    Path path = top.resolve(below);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(top)) {
      if (entries instanceof SecureDirectoryStream<Path> in) {
        delete(in, below, 0);
      } else if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        // The operating system cannot open entries relative to a folder.
        try (Stream<Path> all = Files.walk(path)) {
          for (Path entry : all.sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(entry);
          }
        }
      }
    } catch (NoSuchFileException e) {
      // Ignored: it is already deleted.
    }
  }

  private static void delete(SecureDirectoryStream<Path> in, Path path, int depth)
      throws IOException {
    Path name = path.getName(depth);
    if (depth + 1 < path.getNameCount()) {
      try (SecureDirectoryStream<Path> next =
          in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        delete(next, path, depth + 1);
      }
    } else {
      delete(in, name);
    }
  }

  private static void delete(SecureDirectoryStream<Path> in, Path name) throws IOException {
    try {
      boolean folder =
          in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes()
              .isDirectory();
      if (!folder) {
        in.deleteFile(name);
        return;
      }
      try (SecureDirectoryStream<Path> below =
          in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        for (Path entry : below) {
          delete(below, entry.getFileName());
        }
      }
      in.deleteDirectory(name);
    } catch (NoSuchFileException e) {
      // Ignored: another process has deleted it meanwhile. What is next to it is still to delete.
    }
  }

  @Override
  public Optional<String> link(String root, Set<String> names) throws IOException {
    for (String name : names) {
      Optional<Path> found = link(path(Locations.in(root, name)));
      if (found.isPresent()) {
        return found.map(Locations::of);
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> link(Path top) throws IOException {
    List<Path> links = new ArrayList<>();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isSymbolicLink()) {
              links.add(file);
              return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // unreadable: no run can follow a link in it either
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE; // another run may have deleted the entry meanwhile
          }
        });
    return links.stream().findFirst();
  }

  @Override
  public void sync(String location) throws IOException {
    try (FileChannel channel = FileChannel.open(path(location), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public long blockBytes(String location) {
    return 0;
  }

  /** The item at a path, links followed; empty when nothing is there. */
  static Optional<Item> find(Path path, String location) throws IOException {
    Optional<BasicFileAttributes> attributes;
    try {
      attributes = attributes(path);
    } catch (AccessDeniedException e) {
      return Optional.of(unreachable(location, "in a folder that this user may not search"));
    } catch (FileSystemException e) {
      // Such as a network file system whose server is gone: a listing must not leave it out.
      return Optional.of(unreachable(location, "it cannot be looked up: " + e.getReason()));
    }
    if (attributes.isEmpty()) {
      return Optional.empty();
    }
    BasicFileAttributes found = attributes.get();
    if (found.isDirectory()) {
      return Optional.of(
          Files.isReadable(path) && Files.isExecutable(path)
              ? Item.folder(location)
              : unreachable(location, CLOSED_FOLDER));
    }
    return Optional.of(
        found.isRegularFile() ? Item.file(location, found.size()) : special(path, location));
  }

  /** Attributes of a path, links followed; empty when nothing is there. */
  private static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      if (isAbsent(path.toAbsolutePath(), e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Whether a fault of a lookup says that there is no file of this name, and not that the disk
   * failed: the name or a folder above is missing, a link that leads nowhere, below a file, or too
   * long.
   */
  static boolean isAbsent(Path path, FileSystemException fault) {
    if (fault instanceof NoSuchFileException
        || path.toString().getBytes(StandardCharsets.UTF_8).length >= MAX_PATH_BYTES) {
      return true;
    }
    for (@Nullable Path at = path; at != null; at = at.getParent()) {
      if (String.valueOf(at.getFileName()).getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES
          || (at != path && Files.isRegularFile(at))
          || (Files.isSymbolicLink(at) && !Files.exists(at))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The items in a folder. For a file, or a folder that may not be read, the list contains this
   * item itself.
   */
  static List<Item> list(Path folder, String location) throws IOException {
    List<Item> items = new ArrayList<>();
    String parent = location.endsWith("/") ? location : location + "/";
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (isNamed(folder, entry)) {
          String entryLocation = parent + entry.getFileName();
          // A dangling link is listed, so that opening it reports the fault.
          Optional<Item> found = find(entry, entryLocation);
          if (found.isPresent() || Files.isSymbolicLink(entry)) {
            items.add(found.orElse(Item.file(entryLocation, 0)));
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

  private static List<Item> unlisted(Path folder, String location, IOException fault)
      throws IOException {
    if (fault instanceof FileSystemException absent && isAbsent(folder.toAbsolutePath(), absent)) {
      return List.of();
    }
    if (fault instanceof AccessDeniedException) {
      return List.of(unreachable(location, CLOSED_FOLDER));
    }
    if (fault instanceof NotDirectoryException) {
      return find(folder, location).stream().toList();
    }
    throw fault;
  }

  /**
   * The path with all links resolved, as text; the path as given if the file was deleted meanwhile.
   */
  static String identity(Path path) throws IOException {
    try {
      return path.toRealPath().toString();
    } catch (NoSuchFileException | AccessDeniedException e) {
      return path.toAbsolutePath().normalize().toString();
    }
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

  private static Item refused(String location, String kind) {
    return new Item(location, Kind.SPECIAL, 0, kind + ", where a file should be");
  }

  private static long deviceBytes(Path device) {
    try (FileChannel channel = FileChannel.open(device)) {
      return channel.size();
    } catch (IOException e) {
      return 0; // opening the file for reading will report the fault
    }
  }

  /**
   * Whether an entry can be opened by its name as text; false if the name has bytes that are not
   * valid text.
   */
  private static boolean isNamed(Path folder, Path entry) {
    try {
      return folder.resolve(entry.getFileName().toString()).equals(entry);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** A name that is not valid text, with its invalid bytes in the form {@code %ff}. */
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
  static Path path(String location) throws FileNotFoundException {
    try {
      if (!Locations.isLocal(location)) {
        throw new FileNotFoundException(location + " is not a file of this machine");
      }
      return Locations.local(location);
    } catch (InvalidPathException e) {
      throw new FileNotFoundException(location + ": " + e.getReason());
    }
  }
}
