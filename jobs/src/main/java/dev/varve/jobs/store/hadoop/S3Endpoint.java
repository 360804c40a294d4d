package dev.varve.jobs.store.hadoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * The endpoint of a bucket that settings name, connected to once before a program uses it. Hadoop's
 * client tries for minutes, which carries a run through an outage, but hides a wrong address.
 */
final class S3Endpoint {
  private static final int TRIES = 3;
  private static final int CONNECT_MILLIS = 5000;
  private static final int PAUSE_SECONDS = 2;

  private static final List<String> PROXIES =
      List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy");

  private S3Endpoint() {}

  /**
   * Connects to the endpoint.
   *
   * @param bucket the bucket of the location
   * @param location that is wanted, for the message
   * @throws IOException when nothing accepts a connection there
   */
  static void require(Configuration hadoop, String bucket, String location) throws IOException {
    String endpoint = setting(hadoop, bucket, "endpoint");
    if (endpoint.isEmpty() || isBehindProxy(hadoop, bucket)) {
      return;
    }
    boolean isSecure = !setting(hadoop, bucket, "connection.ssl.enabled").equals("false");
    URI server =
        URI.create(
            endpoint.contains("://") ? endpoint : (isSecure ? "https://" : "http://") + endpoint);
    if (server.getHost() == null) {
      return;
    }
    int port =
        server.getPort() > 0 ? server.getPort() : "http".equals(server.getScheme()) ? 80 : 443;
    connect(server, port, location);
  }

  private static void connect(URI server, int port, String location) throws IOException {
    for (int tries = 1; ; tries++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(server.getHost(), port), CONNECT_MILLIS);
        return;
      } catch (IOException e) {
        if (tries == TRIES) {
          String reason = e instanceof UnknownHostException ? "unknown host" : e.getMessage();
          IOException told =
              new IOException(
                  "%s: %s cannot be reached: %s; check fs.s3a.endpoint, and that its server runs"
                      .formatted(location, server, reason));
          told.addSuppressed(e);
          throw told;
        }
      }
      try {
        TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(location + ": interrupted", e);
      }
    }
  }

  private static boolean isBehindProxy(Configuration hadoop, String bucket) {
    return !setting(hadoop, bucket, "proxy.host").isEmpty()
        || System.getProperty("http.proxyHost") != null
        || System.getProperty("https.proxyHost") != null
        || PROXIES.stream().anyMatch(name -> System.getenv(name) != null);
  }

  /** A setting of a bucket, which takes precedence over that of all buckets. */
  private static String setting(Configuration hadoop, String bucket, String key) {
    String all = hadoop.getTrimmed("fs.s3a." + key, "");
    return hadoop.getTrimmed("fs.s3a.bucket." + bucket + "." + key, all);
  }
}
