package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A local file written at a user's request. It appears whole, in place of the one that had its
 * name; links are followed, not replaced. What is no file, as a pipe or a device, stays what it is.
 */
public final class OutputFile {
  private OutputFile() {}

  /** Prints text in UTF-8 to standard output. */
  public static void print(String text) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    out.print(text);
    out.flush();
  }

  /**
   * An empty file alongside the target, which {@link #move} gives its name once it is finished;
   * missing folders are made. Not a temporary file of the JDK's, which nobody else may read.
   *
   * @param suffix of the hidden name that it has until then
   * @throws NotWritableException when no file can be there
   */
  static Path unfinished(Path target, String suffix) throws IOException {
    try {
      Path file = linked(target.toAbsolutePath());
      Files.createDirectories(file.resolveSibling(""));
      return Files.createFile(file.resolveSibling("." + file.getFileName() + "." + suffix));
    } catch (FileSystemException e) {
      throw new NotWritableException(target, e);
    }
  }

  /** Gives a finished file its name. */
  static void move(Path finished, Path target) throws IOException {
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
  static boolean isNoFile(Path target) {
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
