package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A local file written at a user's request. It appears whole, in place of the one that had its
 * name; links are followed, not replaced. What is no file, as a pipe or a device, stays what it is.
 */
public final class OutputFile {
  /** The result of a URI that is taken for a path. */
  private static final Pattern ELSEWHERE = Pattern.compile("\\w{2,}:/");

  private OutputFile() {}

  /**
   * Writes text in UTF-8; missing folders are made.
   *
   * @param target a file, or what takes bytes as they come; standard output where it is null
   * @throws NotWritableException when no file can be there
   */
  public static void write(String text, @Nullable Path target) throws IOException {
    if (target == null) {
      PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
      out.print(text);
      out.flush();
      return;
    }
    try {
      writeTo(text, target);
    } catch (FileSystemException e) {
      throw new NotWritableException(target, e);
    }
  }

  private static void writeTo(String text, Path target) throws IOException {
    if (ELSEWHERE.matcher(target.toString()).lookingAt()) {
      throw new FileSystemException(
          target.toString(), null, "it names another file system, and output is a local file");
    }
    if (isNoFile(target)) {
      Files.writeString(target, text);
    } else {
      Path file = linked(target.toAbsolutePath());
      Files.createDirectories(file.resolveSibling(""));
      Path draft =
          file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
      try {
        Files.writeString(draft, text);
        move(draft, file);
      } finally {
        Files.deleteIfExists(draft);
      }
    }
  }

  /**
   * An empty file alongside the target, which {@link #move} gives its name once it is finished. Not
   * a temporary file of the JDK's, which nobody else may read.
   *
   * @param suffix of the hidden name that it has until then
   * @throws NotWritableException when no file can be there
   */
  public static Path unfinished(Path target, String suffix) throws IOException {
    try {
      return Files.createFile(linked(target.toAbsolutePath()).resolveSibling("." + suffix));
    } catch (FileSystemException e) {
      throw new NotWritableException(target, e);
    }
  }

  /** Gives a finished file its name. */
  public static void move(Path finished, Path target) throws IOException {
    Path file = linked(target.toAbsolutePath());
    try {
      try {
        Files.move(finished, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(finished, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (FileSystemException e) {
      throw new NotWritableException(target, e);
    }
  }

  /** Whether something has the name that no file may take the place of: a folder, pipe, device. */
  public static boolean isNoFile(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target);
  }

  private static Path linked(Path target) throws IOException {
    if (!Files.isSymbolicLink(target)) {
      return target;
    }
    return Files.exists(target)
        ? target.toRealPath()
        : target.resolveSibling(Files.readSymbolicLink(target));
  }
}
