package dev.varve.jobs.store.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A registry on this machine that serves a storage tree by the API, and fails as it is told. Its
 * rules are those of the distribution specification; it has no code of the client's.
 */
public final class RegistryServer implements AutoCloseable {
  private static final Pattern PATH =
      Pattern.compile("/v2/(.+)/(manifests|blobs|referrers)/([^/]+)|/v2/(.+)/tags/list");
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

  static {
    shortenWaits();
  }

  /** Makes a second's wait of the client one of 10 ms, and servers answer without a delay. */
  static void shortenWaits() {
    Pause.wait = millis -> Thread.sleep(millis / 100);
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** What happens to a request instead of, or before, its answer. */
  @FunctionalInterface
  public interface Fault {
    /** Whether it has answered the request itself. */
    boolean answers(HttpExchange exchange) throws IOException;
  }

  /** How many bytes of a body are sent before the connection is cut. */
  @FunctionalInterface
  public interface Cut {
    /** Most bytes of this body; its length for all. */
    long of(String path, long bytes);
  }

  private final Path tree;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(16);
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile Fault fault = exchange -> false;
  private volatile Cut cut = (path, bytes) -> bytes;
  private volatile boolean ranges = true;
  private volatile boolean digests = true;
  private volatile int page = 1000;
  private volatile List<String> referrers = List.of();

  /** Serves the folder that contains {@code docker/registry/v2}. */
  public RegistryServer(Path tree) throws IOException {
    this.tree = tree.resolve("docker/registry/v2");
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Host and port. */
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Lines such as {@code GET /v2/a/tags/list?n=10}. */
  public List<String> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  public RegistryServer fault(Fault each) {
    fault = each;
    return this;
  }

  public RegistryServer cut(Cut each) {
    cut = each;
    return this;
  }

  public RegistryServer withoutRanges() {
    ranges = false;
    return this;
  }

  public RegistryServer withoutDigests() {
    digests = false;
    return this;
  }

  public RegistryServer pagesOf(int names) {
    page = names;
    return this;
  }

  /** Serves lists of referrers, with a manifest that refers to each subject. */
  public RegistryServer referrers(String subject, String digest) {
    referrers = List.of(subject, digest);
    return this;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      if (!fault.answers(exchange)) {
        answer(exchange);
      }
    } catch (IOException e) {
      // The client went away, as it may.
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Matcher parts = PATH.matcher(path);
    if (path.equals("/v2/")) {
      send(exchange, 200, "{}".getBytes(StandardCharsets.UTF_8));
    } else if (path.equals("/v2/_catalog")) {
      list(exchange, "repositories", repositories());
    } else if (!parts.matches()) {
      send(exchange, 404, new byte[0]);
    } else if (parts.group(4) != null) {
      Path tags = tree.resolve("repositories/" + parts.group(4) + "/_manifests/tags");
      if (Files.isDirectory(tags)) {
        list(exchange, "tags", names(tags));
      } else {
        send(exchange, 404, new byte[0]);
      }
    } else if (parts.group(2).equals("referrers")) {
      referrers(exchange, parts.group(3));
    } else {
      blob(exchange, parts.group(1), parts.group(3));
    }
  }

  private void referrers(HttpExchange exchange, String subject) throws IOException {
    if (referrers.isEmpty()) {
      send(exchange, 404, new byte[0]);
      return;
    }
    String one =
        referrers.get(0).equals(subject) ? "{\"digest\":\"" + referrers.get(1) + "\"}" : "";
    send(exchange, 200, ("{\"manifests\":[" + one + "]}").getBytes(StandardCharsets.UTF_8));
  }

  private List<String> repositories() throws IOException {
    Path root = tree.resolve("repositories");
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(one -> one.endsWith("_manifests"))
          .map(one -> root.relativize(one.getParent()).toString())
          .sorted()
          .toList();
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(one -> one.getFileName().toString()).sorted().toList();
    }
  }

  /** A page of names behind the one that the query names, and a link to the next. */
  private void list(HttpExchange exchange, String field, List<String> all) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    Map<String, String> wanted =
        query == null
            ? Map.of()
            : Arrays.stream(query.split("&"))
                .map(one -> one.split("=", 2))
                .collect(Collectors.toMap(one -> one[0], one -> one[1]));
    String last = wanted.getOrDefault("last", "");
    List<String> rest = all.stream().filter(name -> name.compareTo(last) > 0).toList();
    int most = Math.min(page, Integer.parseInt(wanted.getOrDefault("n", "100")));
    List<String> names = rest.subList(0, Math.min(most, rest.size()));
    if (names.size() < rest.size()) {
      exchange
          .getResponseHeaders()
          .add(
              "Link",
              "<%s?last=%s&n=%d>; rel=\"next\""
                  .formatted(
                      exchange.getRequestURI().getPath(), names.get(names.size() - 1), most));
    }
    String text =
        names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(",", "[", "]"));
    send(exchange, 200, ("{\"" + field + "\":" + text + "}").getBytes(StandardCharsets.UTF_8));
  }

  private void blob(HttpExchange exchange, String repository, String reference) throws IOException {
    String digest = reference;
    if (!reference.contains(":")) {
      Path link =
          tree.resolve(
              "repositories/" + repository + "/_manifests/tags/" + reference + "/current/link");
      digest = Files.exists(link) ? Files.readString(link).strip() : "";
    }
    String hex = digest.substring(digest.indexOf(':') + 1);
    Path data = tree.resolve("blobs/sha256/" + (hex.isEmpty() ? "00" : hex.substring(0, 2)));
    data = data.resolve(hex.isEmpty() ? "none" : hex).resolve("data");
    if (!Files.exists(data)) {
      send(exchange, 404, new byte[0]);
      return;
    }
    if (digests) {
      exchange.getResponseHeaders().add("Docker-Content-Digest", digest);
    }
    send(exchange, 200, Files.readAllBytes(data));
  }

  /** Sends a body, or the part of it that was requested. */
  private void send(HttpExchange exchange, int status, byte[] whole) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    Matcher part = RANGE.matcher(range == null ? "" : range);
    int from = 0;
    int to = whole.length;
    int answered = status;
    if (ranges && status == 200 && part.matches()) {
      from = Integer.parseInt(part.group(1));
      String last = part.group(2);
      to = last.isEmpty() ? to : Math.min(to, Integer.parseInt(last) + 1);
      if (from >= whole.length) {
        exchange.sendResponseHeaders(416, -1);
        return;
      }
      answered = 206;
      exchange
          .getResponseHeaders()
          .add("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, whole.length));
    }
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    if (isHead) {
      exchange.getResponseHeaders().add("Content-Length", String.valueOf(whole.length));
    }
    exchange.sendResponseHeaders(answered, isHead || to == from ? -1 : to - from);
    if (!isHead && to > from) {
      long most = Math.min(to - from, cut.of(exchange.getRequestURI().getPath(), to - from));
      OutputStream body = exchange.getResponseBody();
      body.write(whole, from, (int) most);
      body.flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
