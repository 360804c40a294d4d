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
 * A local file written at a user's request. It appears with all its bytes at once, and replaces a
 * file of the same name. Symbolic links are followed, not replaced. A pipe or a device at the name
 * is not replaced either.
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
   * Creates an empty hidden file alongside the target; {@link #move} renames it to the target once
   * it is complete. Missing folders are made. A temporary file of the JDK would not do, because
   * other users may not read it.
   *
   * @param suffix suffix of the hidden name
   * @throws NotWritableException when no file can be there
   */
  static Path unfinished(Path target, String suffix) throws IOException {
    try {
      Path file = linkTarget(target.toAbsolutePath());
      Files.createDirectories(file.resolveSibling(""));
      return Files.createFile(file.resolveSibling("." + file.getFileName() + "." + suffix));
    } catch (FileSystemException e) {
      throw new NotWritableException(target, e);
    }
  }

  /** Renames a complete file to its target. */
  static void move(Path finished, Path target) throws IOException {
    Path file = linkTarget(target.toAbsolutePath());
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

  /** Whether the target is something that a file must not replace: a folder, a pipe or a device. */
  static boolean isNotReplaceable(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target);
  }

  private static Path linkTarget(Path target) throws IOException {
    if (!Files.isSymbolicLink(target)) {
      return target;
    }
    return Files.exists(target)
        ? target.toRealPath()
        : target.resolveSibling(Files.readSymbolicLink(target));
  }
}
