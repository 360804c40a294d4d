package dev.varve.jobs.store.registry;

import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.ReadingContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The blobs of a registry, which have no folders and are read in order. */
class RegistryStoreContractTest extends ReadingContract {
  @TempDir private Path folder;
  private @Nullable RegistryServer server;

  RegistryServer start(Path tree) throws IOException {
    return new RegistryServer(tree);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected Filled fill(List<String> paths, byte[] bytes) throws IOException {
    RegistryServer started = start(folder);
    server = started;
    String digest = DigestUtils.sha256Hex(bytes);
    Path blob =
        folder.resolve("docker/registry/v2/blobs/sha256/" + digest.substring(0, 2) + "/" + digest);
    Files.createDirectories(blob);
    Files.write(blob.resolve("data"), bytes);
    RegistryAccess access =
        new RegistryAccess("", "", List.of(), 4, 5, 60, 1L << 40, 1_000_000, 24);
    return new Filled(
        access.store(LocalStore.disk()),
        "docker://" + started.host() + "/a/b/blobs",
        path ->
            "sha256:"
                + (paths.contains(path)
                    ? digest
                    : DigestUtils.sha256Hex(path.getBytes(StandardCharsets.UTF_8))));
  }
}
