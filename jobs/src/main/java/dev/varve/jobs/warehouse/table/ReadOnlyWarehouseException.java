package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Thrown when the folder of a warehouse cannot be written to. */
public final class ReadOnlyWarehouseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A fault of creating a file.
   *
   * @param file the file below folder .varve
   */
  ReadOnlyWarehouseException(String file, @Nullable Throwable cause) {
    super(warehouse(file) + " cannot be written: " + reason(cause), cause);
  }

  private ReadOnlyWarehouseException(String message, IOException cause) {
    super(message, cause);
  }

  private static String reason(@Nullable Throwable cause) {
    String reported = cause instanceof FileSystemException fault ? fault.getReason() : null;
    return reported == null ? "it is read-only, or belongs to another account" : reported;
  }

  private static String warehouse(String file) {
    return Locations.folder(Locations.folder(Locations.folder(file)));
  }

  /**
   * Deletes a file below folder .varve.
   *
   * @throws ReadOnlyWarehouseException when this account may not delete it, with what it needs
   */
  static void delete(Store store, String file) throws IOException {
    try {
      store.delete(file);
    } catch (AccessDeniedException e) {
      throw new ReadOnlyWarehouseException(
          "%s cannot be written: %s cannot be deleted. Runs that write need the right to delete files below %s, in S3 s3:DeleteObject; the next one that has it deletes this file"
              .formatted(warehouse(file), file, warehouse(file)),
          e);
    }
  }

  /** A step that makes a file or a folder. */
  interface Step<T> {
    /** Makes it. */
    T make() throws IOException;
  }

  /**
   * Makes a file or a folder.
   *
   * @param file the file below folder .varve to make; for a folder, the file that is to be made in
   *     it
   */
  static <T> T unlessWritable(String file, Step<T> step) throws IOException {
    try {
      return step.make();
    } catch (NotDirectoryException e) {
      throw e;
    } catch (FileSystemException e) {
      throw new ReadOnlyWarehouseException(file, e);
    }
  }
}
