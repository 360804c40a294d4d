package dev.varve.jobs.store.hadoop;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A file system of Hadoop's, on the disk of this machine. */
class HadoopStoreContractTest extends StoreContract {
  @TempDir private static Path folder;

  @Override
  protected Store store() {
    return FarFileSystem.store();
  }

  @Override
  protected String root() throws IOException {
    return store().qualified(FarFileSystem.location(folder));
  }
}
