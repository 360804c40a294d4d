package dev.varve.jobs.warehouse.file;

import dev.varve.jobs.conf.SettingReader;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder that a user named for output, on this machine or on any file system. What is
 * written there is first made as a local {@link Draft}, and appears whole, in place of the one that
 * had its name.
 */
public final class OutputPlace {
  /** A scheme is longer than the letter of a drive. */
  private static final Pattern ELSEWHERE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private static final String LOCAL = "file:/";

  /** Schemes that Hadoop, or an input of ours, only reads. */
  private static final Set<String> READ_ONLY = Set.of("http", "https", "har", "docker");

  private final String name;
  private final @Nullable Far far;

  private record Far(FileSystem system, Path path) {}

  private OutputPlace(String name, @Nullable Far far) {
    this.name = name;
    this.far = far;
  }

  /** A local place. */
  public static OutputPlace of(java.nio.file.Path local) {
    return new OutputPlace(local.toString(), null);
  }

  /**
   * The place that an option names; one that no file system serves is a fault of the settings.
   *
   * @param place a local path, or a URI
   */
  public static OutputPlace of(String place, String option, SettingReader settings) {
    try {
      return of(place, settings.spark());
    } catch (IOException | RuntimeException e) {
      settings.fault(option + ": " + place + " cannot be written: " + e.getMessage());
      return new OutputPlace(place, null);
    }
  }

  private static OutputPlace of(String place, Map<String, String> spark) throws IOException {
    if (!isElsewhere(place)) {
      return of(local(place));
    }
    Path path = new Path(place);
    if (READ_ONLY.contains(path.toUri().getScheme().toLowerCase(Locale.ROOT))) {
      throw new UnsupportedFileSystemException("nothing is written by this scheme");
    }
    FileSystem system = path.getFileSystem(HadoopSettings.of(spark, java.util.List.of(place)));
    return new OutputPlace(place, new Far(system, path));
  }

  /** Whether a text names another file system than that of this machine. */
  public static boolean isElsewhere(String place) {
    return ELSEWHERE.matcher(place).matches() && !place.startsWith(LOCAL);
  }

  /** The local path that a text names, which may be a URI. */
  public static java.nio.file.Path local(String place) {
    return place.startsWith(LOCAL) ? Locations.local(place) : java.nio.file.Path.of(place);
  }

  private java.nio.file.Path local() {
    return java.nio.file.Path.of(name);
  }

  /** The place of a file in this folder. */
  public OutputPlace in(String file) {
    return far == null
        ? of(local().resolve(file))
        : new OutputPlace(name + "/" + file, new Far(far.system(), new Path(far.path(), file)));
  }

  /** Whether a folder is there. */
  public boolean isFolder() throws IOException {
    if (far == null) {
      return Files.isDirectory(local());
    }
    try {
      return far.system().getFileStatus(far.path()).isDirectory();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Whether something is there that is no folder. */
  public boolean isFile() throws IOException {
    return far == null
        ? Files.exists(local()) && !isFolder()
        : far.system().exists(far.path()) && !isFolder();
  }

  /** Whether a file may be made there: nothing of another kind, in a folder that exists. */
  public boolean isFree() throws IOException {
    if (far != null) {
      return !isFolder();
    }
    java.nio.file.Path folder = local().toAbsolutePath().getParent();
    return folder != null && Files.isDirectory(folder) && !OutputFile.isNoFile(local());
  }

  /** Whether it is a warehouse, or below it. */
  public boolean isWithin(String warehouse) throws IOException {
    if (far == null) {
      return Locations.isWithin(local(), warehouse);
    }
    if (Locations.isLocal(warehouse)) {
      return false;
    }
    String root = Locations.of(warehouse, far.system().getConf()).toString();
    String here = far.system().makeQualified(far.path()).toString();
    return here.equals(root) || here.startsWith(root + "/");
  }

  /** Writes a whole file in UTF-8; missing folders are made. */
  public void write(String text) throws IOException {
    try (Draft draft = draft()) {
      Files.writeString(draft.path(), text);
      draft.finish();
    }
  }

  /**
   * Begins a file; missing folders are made.
   *
   * @throws NotWritableException when no local file can be there
   */
  public Draft draft() throws IOException {
    if (far != null) {
      return new Draft(Files.createTempFile("varve-out-", ""));
    }
    if (OutputFile.isNoFile(local())) {
      return new Draft(local()); // a pipe or a device, which takes the bytes as they come
    }
    return new Draft(OutputFile.unfinished(local(), UUID.randomUUID().toString()));
  }

  /** A file that has its name only once it is finished. */
  public final class Draft implements Closeable {
    private final java.nio.file.Path path;

    private Draft(java.nio.file.Path path) {
      this.path = path;
    }

    /** The local file to write to. */
    public java.nio.file.Path path() {
      return path;
    }

    /** Gives it its name. */
    public void finish() throws IOException {
      if (far != null) {
        upload(far, path);
      } else if (!path.equals(local())) {
        OutputFile.move(path, local());
      }
    }

    /** Deletes what was not finished. */
    @Override
    public void close() throws IOException {
      if (far != null || !path.equals(local())) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Copies a file whole: under a hidden name first, where that is renamed atomically. */
  private static void upload(Far target, java.nio.file.Path from) throws IOException {
    FileSystem system = target.system();
    Path path = target.path();
    @Nullable FileContext renaming = renaming(system);
    Path first =
        renaming == null
            ? path
            : new Path(path.getParent(), "." + path.getName() + "." + UUID.randomUUID());
    try {
      try (OutputStream out = system.create(first, true)) {
        Files.copy(from, out);
      }
      if (renaming != null) {
        renaming.rename(first, path, Options.Rename.OVERWRITE);
      }
    } catch (IOException e) {
      if (renaming != null) {
        system.delete(first, false);
      }
      throw e;
    }
  }

  /** None for an object store: there a file appears when it is closed, and a rename copies it. */
  private static @Nullable FileContext renaming(FileSystem system) throws IOException {
    try {
      return NoAtomicRenameException.isCopying(system.getUri())
          ? null
          : FileContext.getFileContext(system.getUri(), system.getConf());
    } catch (UnsupportedFileSystemException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
