package dev.varve.jobs.store.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.table.NoConditionalCreateException;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers of S3 that answer some requests by 501, NotImplemented, as s3proxy does to deletions of
 * many objects. Others of their requests reach moto; skipped where there is none.
 */
@Tag("thorough")
class S3AnswersTest {
  private static final Set<String> OWN_HEADERS =
      Set.of("host", "connection", "content-length", "expect", "transfer-encoding");

  @TempDir private static Path folder;
  private static @Nullable MotoServer moto;

  private HttpServer server;
  private ExecutorService threads;
  private Predicate<HttpExchange> refused = exchange -> false;
  private boolean refusedAfterwards;
  private final AtomicInteger refusals = new AtomicInteger();

  @BeforeAll
  static void start() throws Exception {
    moto = MotoServer.start(folder.resolve("log"));
  }

  @AfterAll
  static void stop() {
    if (moto != null) {
      moto.close();
    }
  }

  @BeforeEach
  void serve() throws IOException {
    threads = Executors.newCachedThreadPool();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean isRefused = refused.test(exchange);
      HttpResponse<byte[]> passed = isRefused && !refusedAfterwards ? null : pass(exchange, body);
      if (isRefused || passed == null) {
        refusals.incrementAndGet();
        send(exchange, 501, "<Error><Code>NotImplemented</Code></Error>".getBytes(UTF_8));
        return;
      }
      passed
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      if (exchange.getRequestMethod().equals("HEAD")) {
        passed
            .headers()
            .firstValue("content-length")
            .ifPresent(bytes -> exchange.getResponseHeaders().set("Content-Length", bytes));
        exchange.sendResponseHeaders(passed.statusCode(), -1);
      } else {
        send(exchange, passed.statusCode(), passed.body());
      }
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static HttpResponse<byte[]> pass(HttpExchange exchange, byte[] body) throws IOException {
    URI asked = exchange.getRequestURI();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + asked))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return HttpClient.newHttpClient()
          .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static int port() {
    if (moto == null) {
      throw new IllegalStateException("no server was started");
    }
    return moto.port();
  }

  /** A bucket of its own, as Hadoop keeps the client of a bucket. */
  private String bucket() throws Exception {
    String bucket = "answers-" + UUID.randomUUID();
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/" + bucket))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.discarding());
    return "s3a://" + bucket + "/w";
  }

  private Store store() {
    Map<String, String> settings = MotoServer.settings(server.getAddress().getPort());
    settings.put("spark.hadoop.fs.s3a.retry.limit", "1");
    settings.put("spark.hadoop.fs.s3a.attempts.maximum", "1");
    return Stores.of(settings);
  }

  private static boolean deletesMany(HttpExchange exchange) {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    return exchange.getRequestMethod().equals("POST") && query.startsWith("delete");
  }

  private static boolean hasCondition(HttpExchange exchange) {
    return exchange.getRequestHeaders().containsKey("If-None-Match");
  }

  @Test
  void aFolderIsDeletedFileByFileWhereManyAreNotDeletedTogether() throws Exception {
    refused = S3AnswersTest::deletesMany;
    String root = bucket();
    Store store = store();
    for (String name : new String[] {"a/one", "a/two", "a/deep/three", "a/deep/four", "b/one"}) {
      store.write(Locations.in(root, name), name);
    }
    store.makeFolder(Locations.in(root, "a/empty"));
    store.deleteBelow(root, Locations.in(root, "a"));
    assertThat(refusals).hasPositiveValue();
    assertThat(store.entries(Locations.in(root, "a"))).isEmpty();
    assertThat(store.text(Locations.in(root, "b/one"))).isEqualTo("b/one");
  }

  @Test
  void aStoreThatDoesNotKnowTheConditionIsRefused() throws Exception {
    refused = S3AnswersTest::hasCondition;
    WarehouseFiles warehouse = new WarehouseFiles(bucket(), store());
    assertThatThrownBy(() -> WarehouseWriter.openNow(warehouse))
        .isInstanceOf(NoConditionalCreateException.class);
  }

  @Test
  void aStoreThatWritesNothingIsFaulty() throws Exception {
    refused = exchange -> exchange.getRequestMethod().equals("PUT");
    WarehouseFiles warehouse = new WarehouseFiles(bucket(), store());
    assertThatThrownBy(() -> WarehouseWriter.openNow(warehouse))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(NoConditionalCreateException.class)
        .hasMessageContaining("501");
  }

  @Test
  void anObjectThatIsThereWasCreatedWhateverTheAnswer() throws Exception {
    refused = S3AnswersTest::hasCondition;
    refusedAfterwards = true;
    String name = Locations.in(bucket(), "lock");
    assertThat(store().createNew(name, "mine")).isTrue();
    assertThat(store().createNew(name, "yours")).isFalse();
    assertThat(store().text(name)).isEqualTo("mine");
    assertThat(refusals).hasPositiveValue();
  }
}
