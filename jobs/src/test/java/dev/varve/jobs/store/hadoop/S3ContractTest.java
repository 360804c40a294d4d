package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bucket of S3; skipped where there is no server. */
@Tag("thorough")
class S3ContractTest extends StoreContract {
  @TempDir private static Path folder;
  private static @Nullable MotoServer server;

  @BeforeAll
  static void start() throws Exception {
    server = MotoServer.start(folder.resolve("log"));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected Store store() throws IOException {
    if (server == null) {
      throw new IOException("no server was started");
    }
    return Stores.of(server.settings());
  }

  @Override
  protected String root() {
    return "s3a://" + Objects.requireNonNull(server).bucket() + "/folder";
  }

  @Test
  void nothingIsRenamedAndNewObjectsAreCreatedOnce() throws IOException {
    assertThat(store().renamesAtomically(root())).isFalse();
    assertThat(store().createsConditionally(root())).isTrue();
  }
}
