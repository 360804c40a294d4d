package dev.varve.jobs.engine.lineage;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server that takes OpenLineage events by POST. Redirects are not followed, so that the key goes
 * to the named server alone. Environment variables are those of OpenLineage's clients.
 *
 * @see <a href="https://openlineage.io/docs/client/python/configuration">Environment variables</a>
 */
final class LineageServer implements LineageTarget {
  static final String URL = "OPENLINEAGE_URL";
  static final String ENDPOINT = "OPENLINEAGE_ENDPOINT";
  static final String API_KEY = "OPENLINEAGE_API_KEY";

  private static final char DELETE = 127;
  private static final String DEFAULT_ENDPOINT = "api/v1/lineage";

  private final URI uri;
  private final String apiKey;
  private final int timeoutSeconds;

  /**
   * A server by its address.
   *
   * @param address without a path, the endpoint follows it
   * @throws IllegalArgumentException when the address is none, or the key no value of a header
   */
  LineageServer(String address, Map<String, String> environment, int timeoutSeconds) {
    URI server;
    try {
      server = address(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(URL + ": " + e.getMessage(), e);
    }
    String endpoint = environment.getOrDefault(ENDPOINT, DEFAULT_ENDPOINT);
    boolean isWhole = server.getPath() != null && server.getPath().length() > 1;
    this.uri = isWhole ? server : server.resolve("/" + endpoint.replaceFirst("^/+", ""));
    this.apiKey = environment.getOrDefault(API_KEY, "").strip();
    if (!apiKey.chars().allMatch(letter -> letter > ' ' && letter < DELETE)) {
      throw new IllegalArgumentException(API_KEY + " has blanks, or letters beyond ASCII, in it");
    }
    this.timeoutSeconds = timeoutSeconds;
  }

  static boolean isAddress(String text) {
    return text.toLowerCase(Locale.ROOT).matches("https?://.*");
  }

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException when it has no host, or contains what may be a secret:
   *     settings are recorded in the warehouse
   */
  static URI address(String text) {
    try {
      URI uri = new URI(text);
      if (!isAddress(text)) {
        throw new IllegalArgumentException("it is neither http nor https");
      }
      if (uri.getHost() == null) {
        throw new IllegalArgumentException("it has no host");
      }
      if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
        throw new IllegalArgumentException(
            "it must end with its path, without a user or a query; a key is given by the"
                + " environment, as "
                + API_KEY);
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is no URL: " + e.getReason(), e);
    }
  }

  @Override
  public void send(String event) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(timeoutSeconds))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event));
    if (!apiKey.isEmpty()) {
      request.header("Authorization", "Bearer " + apiKey);
    }
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(timeoutSeconds))
            .build();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
    try {
      // The limit of the request ends with the head of the response, this one with its body.
      int status = answer.get(timeoutSeconds, TimeUnit.SECONDS).statusCode();
      if (status / 100 != 2) {
        throw new IOException(uri + " answered " + status);
      }
    } catch (ExecutionException e) {
      throw new IOException(uri + ": " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException(uri + " has not answered within " + timeoutSeconds + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(uri + ": interrupted", e);
    } finally {
      answer.cancel(true);
    }
  }
}
