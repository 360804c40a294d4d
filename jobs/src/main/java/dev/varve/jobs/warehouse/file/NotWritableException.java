package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when output cannot be written at the location that the user requested. */
public final class NotWritableException extends IOException {
  private static final long serialVersionUID = 1L;

  NotWritableException(Path target, FileSystemException cause) {
    super(target + " cannot be written: " + why(target, cause), cause);
  }

  private static String why(Path target, FileSystemException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission is denied";
    }
    for (Path above = target.toAbsolutePath().getParent();
        above != null;
        above = above.getParent()) {
      if (above.toFile().isFile()) {
        return above + " is a file, not a folder";
      }
    }
    @Nullable String reason = cause.getReason();
    return reason == null ? "there is no folder for it that can be written to" : reason;
  }
}
