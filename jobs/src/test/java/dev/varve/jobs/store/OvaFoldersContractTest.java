package dev.varve.jobs.store;

import dev.varve.input.disk.OvaFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** An OVA, which is a folder of its members. */
class OvaFoldersContractTest extends ByteStoreContract {
  @TempDir private Path folder;

  @Override
  protected Filled fill(List<String> paths, byte[] bytes) throws IOException {
    Path archive = folder.resolve("machine.ova");
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive))) {
      for (String path : paths) {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
      }
    }
    return new Filled(new OvaFolders(LocalStore.disk()), Locations.of(archive));
  }
}
