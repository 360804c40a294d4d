package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.StoreContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An S3 bucket, served by moto; skipped where there is no command moto_server. */
@Tag("thorough")
class S3ContractTest extends StoreContract {
  private static final int TRIES = 150;

  @TempDir private static Path folder;
  private static @Nullable Process server;
  private static int port;

  @BeforeAll
  static void start() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try {
      server =
          new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", String.valueOf(port))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      Assumptions.abort("no moto_server: " + e.getMessage());
    }
    for (int tries = 0; !makeBucket(); tries++) {
      assertThat(tries).as("tries to reach moto_server").isLessThan(TRIES);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static boolean makeBucket() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/contract"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      return HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.destroy();
    }
  }

  @Override
  protected Store store() {
    return Stores.of(
        Map.of(
            "spark.hadoop.fs.s3a.endpoint", "http://127.0.0.1:" + port,
            "spark.hadoop.fs.s3a.endpoint.region", "us-east-1",
            "spark.hadoop.fs.s3a.path.style.access", "true",
            "spark.hadoop.fs.s3a.connection.ssl.enabled", "false",
            "spark.hadoop.fs.s3a.access.key", "any",
            "spark.hadoop.fs.s3a.secret.key", "any"));
  }

  @Override
  protected String root() {
    return "s3a://contract/folder";
  }

  @Test
  void nothingIsRenamedAndNewObjectsAreCreatedOnce() throws IOException {
    assertThat(store().renamesAtomically(root())).isFalse();
    assertThat(store().createsConditionally(root())).isTrue();
  }
}
