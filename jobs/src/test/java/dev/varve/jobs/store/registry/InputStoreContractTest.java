package dev.varve.jobs.store.registry;

import dev.varve.jobs.store.ByteStoreContract;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The files among the inputs. */
class InputStoreContractTest extends ByteStoreContract {
  @TempDir private Path folder;

  @Override
  protected Filled fill(List<String> paths, byte[] bytes) throws IOException {
    for (String path : paths) {
      Files.write(folder.resolve(path), bytes);
    }
    RegistryAccess access = new RegistryAccess("", "", List.of(), 2, 5, 5, 1L << 40, 1_000_000, 24);
    return new Filled(access.store(LocalStore.disk()), Locations.of(folder));
  }
}
