package dev.varve.jobs.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The disk of this machine. */
class LocalStoreContractTest extends StoreContract {
  @TempDir private static Path folder;

  @Override
  protected Store store() {
    return LocalStore.disk();
  }

  @Override
  protected String root() {
    return Locations.of(folder);
  }
}
