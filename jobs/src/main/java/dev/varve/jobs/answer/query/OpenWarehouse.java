package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.warehouse.file.Locations;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.conf.Configuration;

/** Opens warehouses for those who only read them. */
final class OpenWarehouse {
  private OpenWarehouse() {}

  /**
   * The files at a location; says which of its files are not read. What a dead run has decided is
   * carried out first.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static WarehouseFiles at(String location, Configuration hadoop) throws IOException {
    WarehouseFiles files = NoInputException.unlessThere(files(location, hadoop), location);
    if (files.isUnfinished()) {
      finish(files);
    }
    files
        .now()
        .warning()
        .ifPresent(line -> System.err.println("varve: " + PrintedText.visible(line)));
    return files;
  }

  private static WarehouseFiles files(String location, Configuration hadoop) throws IOException {
    try {
      return Locations.isLocal(location)
          ? WarehouseFiles.local(location)
          : new WarehouseFiles(location, hadoop);
    } catch (SocketException | SocketTimeoutException | IllegalArgumentException e) {
      // People are shown the message of the last cause, which does not say of what.
      IOException fault = new IOException(location + " cannot be reached: " + e.getMessage());
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** Carries out what a dead run has decided, for all who read the folders. */
  private static void finish(WarehouseFiles files) {
    try {
      WarehouseWriter.finish(files);
    } catch (IOException e) {
      // A run that is alive finishes it, or this process may only read: the files are read where
      // they are staged.
    }
  }
}
