package dev.varve.jobs.page;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** Where a page is written: a file that appears whole, or standard output. */
final class PageFile {
  private PageFile() {}

  /**
   * Writes it in UTF-8. A file of that name is replaced when the new one is complete; missing
   * folders are made.
   *
   * @param target a file; standard output where it is null
   */
  static void write(String text, @Nullable Path target) throws IOException {
    if (target == null) {
      PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
      out.print(text);
      out.flush();
      return;
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path draft =
        target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.writeString(draft, text);
      move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
