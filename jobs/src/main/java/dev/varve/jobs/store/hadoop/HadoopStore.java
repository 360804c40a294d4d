package dev.varve.jobs.store.hadoop;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.NamedStream;
import dev.varve.jobs.store.Store;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.ReadChannel;
import dev.varve.model.RejectReason;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * A store over any file system that Hadoop supports. HDFS needs no explicit synchronization: files
 * are on disk when their blocks are closed, and folders are in the name node's journal.
 */
public final class HadoopStore implements Store {
  /** Schemes of stores that rename by copying objects one by one, which is not atomic. */
  private static final Set<String> COPYING_SCHEMES =
      Set.of("s3", "s3a", "s3n", "gs", "oss", "cosn", "obs", "tos", "swift", "wasb", "wasbs");

  /**
   * Schemes of Azure storage, which renames atomically only if the account has a hierarchical
   * namespace.
   */
  private static final Set<String> AZURE_SCHEMES = Set.of("abfs", "abfss");

  /** Schemes whose clients create a file that must be new by one conditional request. */
  private static final Set<String> CONDITIONAL_SCHEMES = Set.of("gs", "abfs", "abfss");

  private static final String CONDITION =
      Options.CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;

  /** The words by which the client of S3 reports an answer with status 501. */
  private static final String NOT_IMPLEMENTED = "Status Code: 501";

  /** Schemes of file systems whose files are made of blocks that can be read separately. */
  private static final Set<String> BLOCK_SCHEMES = Set.of("hdfs", "webhdfs", "viewfs");

  private static final FsPermission OWNER_ONLY = new FsPermission((short) 0700);

  private final Configuration configuration;
  private final boolean isFirstContact;

  /** Buckets whose endpoint has accepted a connection. */
  private final Set<String> reached = ConcurrentHashMap.newKeySet();

  /** A store over the file systems of a Hadoop configuration. */
  public HadoopStore(Configuration configuration) {
    this(configuration, false);
  }

  /**
   * A store over the file systems of a Hadoop configuration.
   *
   * @param isFirstContact whether an endpoint that is down is a fault within seconds, as before any
   *     work; a task tries for minutes
   */
  HadoopStore(Configuration configuration, boolean isFirstContact) {
    this.configuration = configuration;
    this.isFirstContact = isFirstContact;
  }

  private interface Step<T> {
    T run(FileSystem system, Path path) throws IOException;
  }

  /** Runs a step, and converts Hadoop's exceptions to those that {@link Store} documents. */
  private <T> T withFileSystem(String location, Step<T> step) throws IOException {
    try {
      Path path = path(location);
      return step.run(fileSystem(path, location), path);
    } catch (ParentNotDirectoryException e) {
      throw fault(new NotDirectoryException(e.getMessage()), e);
    } catch (FileAlreadyExistsException e) {
      if (isBelowFile(location)) {
        throw fault(new NotDirectoryException(e.getMessage()), e);
      }
      throw e;
    } catch (AccessControlException e) {
      throw fault(new AccessDeniedException(location), e);
    }
  }

  private static Path path(String location) throws MalformedBlobException {
    try {
      return new Path(location);
    } catch (IllegalArgumentException e) {
      throw unusable(location, e);
    }
  }

  /**
   * The file system of a path. A location that it cannot be made for is wrong use; a host that is
   * unknown, or does not answer, is a fault of the network.
   */
  private FileSystem fileSystem(Path path, String location) throws IOException {
    String bucket = String.valueOf(path.toUri().getAuthority());
    if (isFirstContact && Locations.scheme(location).equals("s3a") && !reached.contains(bucket)) {
      S3Endpoint.require(configuration, bucket, location);
      reached.add(bucket);
    }
    try {
      return path.getFileSystem(configuration);
    } catch (UnsupportedFileSystemException e) {
      throw unusable(location, e);
    } catch (IOException e) {
      // No network was used for a location in which no host can be read.
      if (path.toUri().getHost() == null) {
        throw unusable(location, e);
      }
      throw e;
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw e;
      }
      throw unusable(location, e);
    }
  }

  private static MalformedBlobException unusable(String location, Exception e) {
    String reason = String.valueOf(e.getMessage()).replaceFirst("^[a-z.]+[A-Za-z]+Exception: ", "");
    return new MalformedBlobException(
        RejectReason.UNSUPPORTED, location + " is no location that can be opened: " + reason);
  }

  /** Whether some folder above a location is a file. */
  private boolean isBelowFile(String location) throws IOException {
    Optional<String> above = Locations.above(location);
    while (above.isPresent() && !exists(above.get())) {
      above = Locations.above(above.get());
    }
    return above.isPresent() && find(above.get()).filter(Item::folder).isEmpty();
  }

  private static IOException fault(IOException converted, IOException cause) {
    converted.initCause(cause);
    return converted;
  }

  @Override
  public String qualified(String place) throws IOException {
    return withFileSystem(place, (system, path) -> system.makeQualified(path).toString());
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    try {
      return Optional.of(
          withFileSystem(location, (system, path) -> item(system.getFileStatus(path))));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    List<Item> items = new ArrayList<>();
    try {
      for (FileStatus status : withFileSystem(folder, FileSystem::listStatus)) {
        items.add(item(status));
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (AccessDeniedException e) {
      // HDFS reports so, too, that there is a file above.
      if (find(folder).isEmpty()) {
        return List.of();
      }
      throw e;
    }
    items.sort(Comparator.comparing(Item::location));
    return items;
  }

  private static Item item(FileStatus status) {
    String location = status.getPath().toString();
    return status.isDirectory() ? Item.folder(location) : Item.file(location, status.getLen());
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    FSDataInputStream opened = withFileSystem(location, FileSystem::open);
    try {
      opened.seek(offset);
    } catch (EOFException e) {
      opened.close();
      return InputStream.nullInputStream();
    }
    InputStream in = new NamedStream(opened, location);
    return bytes < 0
        ? in
        : BoundedInputStream.builder().setInputStream(in).setMaxCount(bytes).get();
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    return withFileSystem(
        location,
        (system, path) -> {
          long size = system.getFileStatus(path).getLen();
          FSDataInputStream in = system.open(path);
          return NamedStream.channel(new Seekable(in), in, location, size);
        });
  }

  /**
   * Reads at positions of a stream. A read that continues where the last one ended uses the open
   * stream. Any other read requests only its own bytes, so that a jump does not start to fetch the
   * rest of a block.
   */
  private static final class Seekable implements ReadChannel.Source {
    private static final int BUFFER_BYTES = 64 << 10;

    private final FSDataInputStream in;
    private long lastEnd = -1;

    Seekable(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      int read;
      if (target.hasArray()) {
        int from = target.arrayOffset() + target.position();
        read = read(position, target.array(), from, target.remaining());
        target.position(target.position() + Math.max(0, read));
      } else {
        byte[] bytes = new byte[Math.min(BUFFER_BYTES, target.remaining())];
        read = read(position, bytes, 0, bytes.length);
        target.put(bytes, 0, Math.max(0, read));
      }
      lastEnd = position + Math.max(0, read);
      return read;
    }

    private int read(long position, byte[] target, int offset, int length) throws IOException {
      if (position != lastEnd) {
        return in.read(position, target, offset, length);
      }
      if (in.getPos() != position) {
        in.seek(position);
      }
      return in.read(target, offset, length);
    }
  }

  @Override
  public boolean exists(String location) throws IOException {
    try {
      return withFileSystem(location, FileSystem::exists);
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  @Override
  public OutputStream create(String location, long blockBytes) throws IOException {
    FSDataOutputStream file =
        withFileSystem(
            location,
            (system, path) -> created(system, path, EnumSet.of(CreateFlag.OVERWRITE), blockBytes));
    return new FilterOutputStream(file) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        file.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        try (file) {
          // viewfs does not pass the SYNC_BLOCK flag on to the file system below.
          if (renamesAtomically(location)) {
            file.hsync();
          }
        }
      }
    };
  }

  /**
   * Creates a file whose blocks are on disk once each block is closed. HDFS files with erasure
   * coding can be synchronized in no other way: they do not support hsync, and cannot be reopened
   * for appending.
   *
   * @see <a
   *     href="https://hadoop.apache.org/docs/r3.5.0/hadoop-project-dist/hadoop-hdfs/HDFSErasureCoding.html#Limitations">HDFS
   *     Erasure Coding: limitations</a>
   */
  private static FSDataOutputStream created(
      FileSystem system, Path path, Set<CreateFlag> additional, long blockBytes)
      throws IOException {
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK);
    flags.addAll(additional);
    return system.create(
        path,
        FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(system.getConf())),
        flags,
        system
            .getConf()
            .getInt(
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT),
        system.getDefaultReplication(path),
        Math.max(system.getDefaultBlockSize(path), blockBytes),
        null);
  }

  @Override
  public boolean createNew(String location, String text) throws IOException {
    if (!renamesAtomically(location)) {
      return createNewObject(location, text);
    }
    try {
      withFileSystem(location, (system, path) -> system.create(path, false)).close();
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (RemoteException e) {
      // Another process has created the name, and has not written its text yet.
      if (e.getClassName().endsWith(".AlreadyBeingCreatedException")) {
        return false;
      }
      throw e;
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

  /** Creates an object. A fault may be that of an answer, so that the object is looked for. */
  private boolean createNewObject(String location, String text) throws IOException {
    try (OutputStream out = withFileSystem(location, HadoopStore::newObject)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      try {
        return text(location).equals(text);
      } catch (IOException second) {
        e.addSuppressed(second);
        throw isNotImplemented(e) ? new NoConditionException(e) : e;
      }
    }
    return true;
  }

  /** Whether a server of S3 does not implement a request. */
  private static boolean isNotImplemented(IOException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains(NOT_IMPLEMENTED)) {
        return true;
      }
    }
    return false;
  }

  private static OutputStream newObject(FileSystem system, Path path) throws IOException {
    if (!statesCondition(system, path)) {
      return system.create(path, false);
    }
    FSDataOutputStreamBuilder<?, ?> file = system.createFile(path);
    file.overwrite(true);
    file.must(CONDITION, true);
    return file.build();
  }

  /** Whether the client states the condition when the object is sent, as that of S3 does. */
  private static boolean statesCondition(FileSystem system, Path path) throws IOException {
    return system.hasPathCapability(path, CONDITION);
  }

  @Override
  public boolean createsConditionally(String location) throws IOException {
    return CONDITIONAL_SCHEMES.contains(Locations.scheme(location))
        || renamesAtomically(location)
        || withFileSystem(location, HadoopStore::statesCondition);
  }

  @Override
  public boolean renamesAtomically(String location) throws IOException {
    String scheme = Locations.scheme(location);
    // A file system without a class of AbstractFileSystem cannot replace a file by a rename.
    String renamingKey = "fs.AbstractFileSystem." + scheme + ".impl";
    if (COPYING_SCHEMES.contains(scheme) || configuration.get(renamingKey) == null) {
      return false;
    }
    // Azure's connector reports support of access lists exactly if the namespace is hierarchical.
    return !AZURE_SCHEMES.contains(scheme)
        || withFileSystem(
            location,
            (system, path) -> system.hasPathCapability(path, CommonPathCapabilities.FS_ACLS));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    withFileSystem(
        from,
        (system, path) -> {
          FileContext.getFileContext(system.getUri(), configuration)
              .rename(path, new Path(to), Options.Rename.OVERWRITE);
          return true;
        });
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    try {
      if (!withFileSystem(folder, FileSystem::mkdirs)) {
        throw new AccessDeniedException(folder);
      }
    } catch (FileAlreadyExistsException e) {
      throw fault(new NotDirectoryException(e.getMessage()), e);
    }
  }

  @Override
  public void makePrivateFolder(String folder) throws IOException {
    if (exists(folder)) {
      throw new java.nio.file.FileAlreadyExistsException(folder);
    }
    if (!withFileSystem(folder, (system, path) -> system.mkdirs(path, OWNER_ONLY))) {
      throw new AccessDeniedException(folder);
    }
  }

  /** {@inheritDoc} An object is written again, since its time cannot be set. */
  @Override
  public void touch(String file) throws IOException {
    if (!renamesAtomically(file)) {
      write(file, text(file));
      return;
    }
    withFileSystem(
        file,
        (system, path) -> {
          system.setTimes(path, System.currentTimeMillis(), -1);
          return true;
        });
  }

  @Override
  public long changedAtMillis(String file) throws IOException {
    return withFileSystem(file, (system, path) -> system.getFileStatus(path).getModificationTime());
  }

  @Override
  public void delete(String file) throws IOException {
    withFileSystem(file, (system, path) -> system.delete(path, false));
  }

  @Override
  public void deleteBelow(String root, String location) throws IOException {
    Locations.relative(root, location);
    withFileSystem(location, HadoopStore::deleteAll);
  }

  /** Deletes a folder, one file after another if the server cannot delete many by one request. */
  private static boolean deleteAll(FileSystem system, Path path) throws IOException {
    try {
      return system.delete(path, true);
    } catch (IOException e) {
      if (!isNotImplemented(e)) {
        throw e;
      }
    }
    for (FileStatus entry : system.listStatus(path)) {
      if (entry.isDirectory()) {
        deleteAll(system, entry.getPath());
      } else {
        system.delete(entry.getPath(), false);
      }
    }
    return system.delete(path, false);
  }

  @Override
  public Optional<String> link(String root, Set<String> names) throws IOException {
    if (COPYING_SCHEMES.contains(Locations.scheme(root))) {
      return Optional.empty(); // object stores have no links
    }
    return withFileSystem(
        root,
        (system, path) -> link(system, path, status -> names.contains(status.getPath().getName())));
  }

  private static Optional<String> link(FileSystem system, Path folder, Predicate<FileStatus> chosen)
      throws IOException {
    FileStatus[] entries;
    try {
      entries = system.listStatus(folder);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    for (FileStatus entry : entries) {
      Optional<String> found =
          !chosen.test(entry)
              ? Optional.empty()
              : entry.isSymlink()
                  ? Optional.of(entry.getPath().toString())
                  : entry.isDirectory()
                      ? link(system, entry.getPath(), below -> true)
                      : Optional.empty();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** {@inheritDoc} Does nothing, because files are on disk when they are closed. */
  @Override
  public void sync(String location) {}

  @Override
  public long blockBytes(String location) throws IOException {
    return BLOCK_SCHEMES.contains(Locations.scheme(location))
        ? withFileSystem(location, FileSystem::getDefaultBlockSize)
        : 0;
  }
}
