package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.varve.input.digest.Digests;
import dev.varve.input.source.Finding;
import dev.varve.input.source.ImageSources;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.store.LocalStore;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Registries that answer without end, or with what no client expects. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileRegistryTest {
  private static final String BLOB = "/a/blobs/sha256:" + "ab".repeat(32);

  private final AtomicInteger count = new AtomicInteger();
  private RegistryServer server;
  private ByteStore store;
  private String root;

  @BeforeEach
  void serve(@TempDir Path folder) throws IOException {
    server = new RegistryServer(folder);
    RegistryAccess access =
        new RegistryAccess("", "", List.of(), 4, 5, 60, 1L << 40, 1_000_000, 24);
    store = access.store(LocalStore.disk());
    root = "docker://" + server.host();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void refuses(String location, String... words) {
    assertThatThrownBy(() -> store.open(location, 0, -1).readAllBytes())
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void challengesThatDifferEachTimeEnd() {
    server.fault(exchange -> token(exchange, "{\"token\":\"t\"}", count.incrementAndGet()));
    refuses(root + BLOB, "refuses /v2/a/blobs/", "log in");
    assertThat(count.get()).isLessThan(10);
  }

  @Test
  void noTokenIsPrinted() {
    server.fault(exchange -> token(exchange, "{\"token\":\"secret\\r\\nX: y\"}", 0));
    assertThatThrownBy(() -> store.open(root + BLOB, 0, -1))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("an invalid token")
        .hasMessageNotContaining("secret");
    server.fault(exchange -> token(exchange, "{\"token\":\"secret\" x", 0));
    assertThatThrownBy(() -> store.open(root + BLOB, 0, -1))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("without a token: no JSON")
        .hasMessageNotContaining("secret");
  }

  @Test
  void pagesWithoutEntriesEnd() {
    server.fault(
        exchange -> {
          String next =
              "</v2/a/tags/list?last=%d>; rel=\"next\"".formatted(count.getAndIncrement());
          exchange.getResponseHeaders().add("Link", next);
          exchange.getResponseHeaders().add("Connection", "close"); // no delay between two
          return send(exchange, 200, "{\"tags\":[\"one\"]}");
        });
    assertThatThrownBy(() -> store.list(root + "/a/tags"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("1001 pages with only 1 entries");
  }

  /** Each page has entries enough, and an address of 8,000 letters for the next. */
  @Test
  void longAddressesOfPagesEnd() {
    String letters = "y".repeat(8000);
    server.fault(
        exchange -> {
          int page = count.getAndIncrement();
          String next = "</v2/a/tags/list?last=%d&x=%s>; rel=\"next\"".formatted(page, letters);
          exchange.getResponseHeaders().add("Link", next);
          exchange.getResponseHeaders().add("Connection", "close"); // no delay between two
          String tags =
              IntStream.range(0, 11)
                  .mapToObj(tag -> "\"%d.%d\"".formatted(page, tag))
                  .collect(Collectors.joining(","));
          return send(exchange, 200, "{\"tags\":[" + tags + "]}");
        });
    assertThatThrownBy(() -> store.list(root + "/a/tags"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("addresses of pages of more than 16777216 letters");
  }

  @Test
  void longNamesAreCutAndCounted() throws IOException {
    String name = "X".repeat(15 << 20);
    server.fault(exchange -> send(exchange, 200, "{\"tags\":[\"one\",\"" + name + "\"]}"));
    assertThat(store.list(root + "/a/tags"))
        .hasSize(2)
        .allMatch(item -> item.location().length() < 500 && item.note().length() < 500);
    server.fault(exchange -> send(exchange, 200, "{\"tags\":[" + "{},".repeat(1 << 20) + "{}]}"));
    assertThatThrownBy(() -> store.list(root + "/a/tags"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("beyond a limit");
  }

  @Test
  void longTokensAreRefused() {
    String token = "t".repeat((16 << 10) + 1);
    server.fault(exchange -> token(exchange, "{\"token\":\"" + token + "\"}", 0));
    refuses(root + BLOB, "an invalid token");
  }

  /** Each manifest is referred to by the next, without end. */
  @Test
  void aChainOfReferrersEnds() throws IOException {
    List<String> manifests = new ArrayList<>();
    Map<String, String> next = new HashMap<>();
    for (int place = 0; place < 50; place++) {
      manifests.add(
          "{\"schemaVersion\":2,\"artifactType\":\"x/y\",\"blobs\":[],\"n\":%d}".formatted(place));
    }
    for (int place = 1; place < manifests.size(); place++) {
      next.put(digest(manifests.get(place - 1)), manifests.get(place));
    }
    server.fault(
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String last = path.substring(path.lastIndexOf('/') + 1);
          String then = next.getOrDefault(last, manifests.get(0));
          if (path.contains("/referrers/")) {
            return send(
                exchange, 200, "{\"manifests\":[{\"digest\":\"%s\"}]}".formatted(digest(then)));
          }
          return path.contains("/manifests/")
              && send(
                  exchange,
                  200,
                  manifests.stream()
                      .filter(one -> digest(one).equals(last))
                      .findAny()
                      .orElse(then));
        });
    List<Finding> findings = new ArrayList<>();
    SourceUnit unit = new SourceUnit(SourceUnit.Form.API_TAGS, root + "/a", "one");
    ImageSources.read(store, unit, new ArchiveLimits(1, 1, 1, 1, 1), Set.of(), findings::add);
    assertThat(findings)
        .filteredOn(Finding.Rejected.class::isInstance)
        .singleElement()
        .asString()
        .contains("LIMIT", "more than 8 deep");
    assertThat(findings).filteredOn(Finding.Manifest.class::isInstance).hasSize(9);
  }

  /** An index may lack platforms, but only those that the host says it lacks. */
  @Test
  void aPlatformThatTheHostDoesNotGiveMakesItsTagUnlisted() throws IOException {
    String index =
        "{\"schemaVersion\":2,\"manifests\":[{\"digest\":\"sha256:%s\"}]}"
            .formatted("ab".repeat(32));
    for (int status : List.of(404, 400, 403, 500)) {
      server.fault(
          exchange -> {
            String path = exchange.getRequestURI().getPath();
            boolean isIndex = path.endsWith("/one") || path.endsWith(digest(index));
            return path.contains("/manifests/")
                && send(exchange, isIndex ? 200 : status, isIndex ? index : "no");
          });
      List<Finding> findings = new ArrayList<>();
      SourceUnit unit = new SourceUnit(SourceUnit.Form.API_TAGS, root + "/a", "one");
      ImageSources.read(store, unit, new ArchiveLimits(1, 1, 1, 1, 1), Set.of(), findings::add);
      Finding unlisted = new Finding.Unlisted(root + "/a", "one");
      assertThat(findings.contains(unlisted)).as("%d", status).isEqualTo(status != 404);
    }
  }

  private static String digest(String text) {
    MessageDigest sum = Digests.named("sha256");
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return Digests.print("sha256", sum);
  }

  @Test
  void redirectsToNoHostAreRefused() {
    for (String address : List.of("http://127.0.0.1:99999/x", "file:///etc/hostname", "x://y")) {
      server.fault(
          exchange -> {
            exchange.getResponseHeaders().add("Location", address);
            return !exchange.getRequestURI().getPath().equals("/v2/") && send(exchange, 302, "");
          });
      refuses(root + BLOB, server.host() + " names ");
    }
  }

  @Test
  void rangesBeyondAllNumbersAreRefused() {
    server.fault(
        exchange -> {
          exchange.getResponseHeaders().add("Content-Range", "bytes 0-" + "9".repeat(20) + "/*");
          return !exchange.getRequestURI().getPath().equals("/v2/") && send(exchange, 206, "x");
        });
    refuses(root + BLOB, "answers a request from byte 0 with bytes 0-999");
  }

  /** As a host does that sends a byte now and then, so that no read times out. */
  @Test
  void headsThatNeverEndAreCutOff() throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread drip = new Thread(() -> drip(slow));
      drip.setDaemon(true);
      drip.start();
      String host = "127.0.0.1:" + slow.getLocalPort();
      HttpUriRequestBase request =
          new HttpUriRequestBase("GET", URI.create("http://" + host + "/"));
      SSLSocketFactory sockets = SSLContext.getDefault().getSocketFactory();
      assertThatThrownBy(() -> ResponseHead.read(Http.client(sockets, 500), request, 1000))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(host, "in 1 s", "registry.timeout-seconds");
    }
  }

  /** What a host sends around a body; each without an end. */
  @Test
  void headsAndTrailersHaveLimits() throws Exception {
    String ok = "HTTP/1.1 200 OK\r\n";
    for (List<String> answer :
        List.of(
            List.of("", "HTTP/1.1 100 Continue\r\n\r\n"),
            List.of("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
            List.of(ok, "X: y\r\n"),
            List.of(ok + "X: y", "\r\n more"),
            List.of(ok + "X: ", "y"),
            List.of("", "y"))) {
      assertThatThrownBy(() -> readFrom(answer))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("beyond a limit");
    }
    String chunked = ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n";
    for (List<String> answer :
        List.of(List.of(chunked, "X: y\r\n"), List.of(chunked + "X: ", "y"))) {
      assertThatThrownBy(() -> readFrom(answer))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("the transfer broke");
    }
  }

  /** Reads a blob from a host that answers with a beginning, and then with a piece without end. */
  private void readFrom(List<String> answer) throws IOException {
    try (ServerSocket host = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread endless =
          new Thread(
              () -> {
                while (!host.isClosed()) {
                  pour(host, answer);
                }
              });
      endless.setDaemon(true);
      endless.start();
      store.open("docker://127.0.0.1:" + host.getLocalPort() + BLOB, 0, -1).readAllBytes();
    }
  }

  private static void pour(ServerSocket server, List<String> answer) {
    try (Socket client = server.accept()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      boolean isProbe = in.readLine().contains("/v2/ ");
      while (!in.readLine().isEmpty()) {
        // the rest of the request
      }
      OutputStream out = client.getOutputStream();
      if (isProbe) {
        out.write(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        return;
      }
      out.write(answer.get(0).getBytes(StandardCharsets.US_ASCII));
      byte[] more = answer.get(1).repeat(1000).getBytes(StandardCharsets.US_ASCII);
      while (true) {
        out.write(more);
      }
    } catch (IOException e) {
      // The client went away, as it should.
    }
  }

  /** Requests fail one by one; after three the host is not asked any more. */
  @Test
  void aHostWithoutAnswersIsGivenUp() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    String gone = "docker://127.0.0.1:" + port;
    for (int place = 0; place < 3; place++) {
      assertThatThrownBy(() -> store.find(gone + BLOB))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("no answer at try 5");
    }
    assertThatThrownBy(() -> store.find(gone + BLOB))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("was given up");
  }

  @Test
  void aBudgetEnds() throws IOException {
    server.fault(exchange -> send(exchange, 200, "x".repeat(1000)));
    for (RegistryAccess access :
        List.of(
            new RegistryAccess("", "", List.of(), 4, 5, 60, 10_500, 1000, 1),
            new RegistryAccess("", "", List.of(), 4, 5, 60, 1 << 20, 11, 1))) {
      ByteStore bounded = access.store(LocalStore.disk());
      for (int place = 0; place < 10; place++) {
        assertThat(bounded.open(root + BLOB, 0, -1).readAllBytes()).hasSize(1000);
      }
      assertThatThrownBy(() -> bounded.open(root + BLOB, 0, -1).readAllBytes())
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("registry.budget-");
    }
  }

  private static void drip(ServerSocket server) {
    try (Socket client = server.accept()) {
      OutputStream out = client.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write('x');
        Thread.sleep(100);
      }
    } catch (IOException | InterruptedException e) {
      // The client went away, as it should.
    }
  }

  /** Answers the request for a token; all others want one. */
  private boolean token(HttpExchange exchange, String reply, int nonce) throws IOException {
    if (exchange.getRequestURI().getPath().equals("/token")) {
      return send(exchange, 200, reply);
    }
    String challenge =
        "Bearer realm=\"http://%s/token\",nonce=\"%d\"".formatted(server.host(), nonce);
    exchange.getResponseHeaders().add("WWW-Authenticate", challenge);
    return send(exchange, 401, "");
  }

  private static boolean send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    return true;
  }
}
