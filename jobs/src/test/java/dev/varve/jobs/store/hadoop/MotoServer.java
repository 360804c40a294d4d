package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A server of S3 on this machine, moto, with one bucket. */
public final class MotoServer implements AutoCloseable {
  private static final int TRIES = 300;

  private final Process process;
  private final int port;

  private MotoServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts it; the test is skipped where there is no command moto_server. */
  public static MotoServer start(Path log) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    MotoServer server;
    try {
      server =
          new MotoServer(
              new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", String.valueOf(port))
                  .redirectErrorStream(true)
                  .redirectOutput(log.toFile())
                  .start(),
              port);
    } catch (IOException e) {
      return Assumptions.abort("no moto_server: " + e.getMessage());
    }
    for (int tries = 0; !server.makeBucket(); tries++) {
      assertThat(tries).as("tries to reach moto_server").isLessThan(TRIES);
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return server;
  }

  private boolean makeBucket() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + bucket()))
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

  /** Name of the bucket, another one for each server, since Hadoop keeps the client of a bucket. */
  public String bucket() {
    return "contract-" + port;
  }

  /** Settings that lead s3a to it. */
  public Map<String, String> settings() {
    return settings(port);
  }

  /** Port that it listens at. */
  int port() {
    return port;
  }

  /** Settings that lead s3a to a port of this machine. */
  static Map<String, String> settings(int port) {
    return new TreeMap<>(
        Map.of(
            "spark.hadoop.fs.s3a.endpoint", "http://127.0.0.1:" + port,
            "spark.hadoop.fs.s3a.endpoint.region", "us-east-1",
            "spark.hadoop.fs.s3a.path.style.access", "true",
            "spark.hadoop.fs.s3a.connection.ssl.enabled", "false",
            "spark.hadoop.fs.s3a.access.key", "any",
            "spark.hadoop.fs.s3a.secret.key", "any"));
  }

  @Override
  public void close() {
    process.destroy();
  }
}
