package dev.varve.jobs.table;

import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Where a warehouse may stand: whoever reads a folder with all below it must not meet two. */
final class WarehousePlace {
  /** What the folders of inputs hold. */
  private static final List<String> INPUTS = List.of("oci-layout", "docker/registry/v2");

  private WarehousePlace() {}

  /**
   * Refuses a folder within another warehouse, and a new warehouse in the folder of an input.
   *
   * @throws NotDirectoryException that says why
   */
  static void require(WarehouseFiles warehouse) throws IOException {
    FileSystem system = warehouse.system();
    Path root = warehouse.root();
    for (@Nullable Path above = root.getParent(); above != null; above = above.getParent()) {
      if (system.exists(new Path(above, WarehouseFiles.OWN))) {
        throw refused(root, "lies within the warehouse " + above);
      }
    }
    for (String input : warehouse.exists() ? List.<String>of() : INPUTS) {
      if (system.exists(new Path(root, input))) {
        throw refused(root, "holds an input, " + input);
      }
    }
  }

  private static NotDirectoryException refused(Path root, String why) {
    return new NotDirectoryException(root + " " + why + "; name another folder as warehouse");
  }
}
