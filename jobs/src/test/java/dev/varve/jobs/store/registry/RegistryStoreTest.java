package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import dev.varve.jobs.store.LocalStore;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryStoreTest {
  /** As {@code printf hello | sha256sum} prints it. */
  private static final String HELLO =
      "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  private static final String OTHER = "sha256:" + "ab".repeat(32);

  @TempDir private Path folder;
  private RegistryServer server;
  private ByteStore store;
  private String root;

  @BeforeEach
  void serve() throws IOException {
    Path tree = folder.resolve("docker/registry/v2");
    String hex = HELLO.substring(7);
    Path blob = tree.resolve("blobs/sha256/" + hex.substring(0, 2) + "/" + hex);
    Files.createDirectories(blob);
    Files.writeString(blob.resolve("data"), "hello");
    Path tag = tree.resolve("repositories/a/b/_manifests/tags/one/current");
    Files.createDirectories(tag);
    Files.writeString(tag.resolve("link"), HELLO);
    server = new RegistryServer(folder);
    store = access("").store(LocalStore.disk());
    root = "docker://" + server.host();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static RegistryAccess access(String authFile) {
    return new RegistryAccess(authFile, "", List.of(), 4, 5, 60, 1L << 40, 1_000_000, 24);
  }

  private String read(String location, long from, long bytes) throws IOException {
    try (InputStream in = store.open(location, from, bytes)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void listsNamesAndBlobs() throws IOException {
    assertThat(store.list(root))
        .extracting(ByteStore.Item::location)
        .containsExactly(root + "/a/b");
    assertThat(store.list(root + "/a/b/tags"))
        .extracting(ByteStore.Item::location)
        .containsExactly(root + "/a/b/manifests/one");
    assertThat(store.find(root + "/a/b/blobs/" + HELLO).orElseThrow().bytes()).isEqualTo(5);
    assertThat(store.find(root + "/a/b/blobs/" + OTHER)).isEmpty();
    assertThat(store.find(root + "/a/c/tags")).isEmpty();
  }

  @Test
  void partsOfABlobAreRanges() throws IOException {
    String blob = root + "/a/b/blobs/" + HELLO;
    assertThat(read(blob, 0, -1)).isEqualTo("hello");
    assertThat(read(blob, 1, 3)).isEqualTo("ell");
    assertThat(read(blob, 3, -1)).isEqualTo("lo");
    assertThat(read(blob, 3, 100)).isEqualTo("lo");
    assertThat(read(blob, 5, 1)).isEmpty();
    assertThat(read(blob, 0, 0)).isEmpty();
    server.withoutRanges();
    assertThat(read(blob, 1, 3)).isEqualTo("ell");
  }

  @Test
  void aTagLeadsToItsDigest() throws IOException {
    String tag = root + "/a/b/manifests/one";
    assertThat(store.identity(tag)).isEqualTo(root + "/a/b/manifests/" + HELLO);
    server.withoutDigests();
    assertThat(store.identity(tag)).isEqualTo(root + "/a/b/manifests/" + HELLO);
  }

  @Test
  void referrersAreRequestedUntilTheRepositoryHasNoList() throws IOException {
    server.referrers(HELLO, OTHER);
    assertThat(store.list(root + "/a/b/referrers/" + HELLO))
        .extracting(ByteStore.Item::location)
        .containsExactly(root + "/a/b/manifests/" + OTHER);
    server.referrers(OTHER, HELLO);
    assertThat(store.list(root + "/a/b/referrers/" + HELLO)).isEmpty();
    server.fault(
        exchange ->
            exchange.getRequestURI().getPath().contains("/a/b/referrers/") && gone(exchange));
    long before = server.requests().size();
    for (String subject : List.of(HELLO, OTHER)) {
      assertThatThrownBy(() -> store.list(root + "/a/b/referrers/" + subject))
          .isInstanceOf(FileNotFoundException.class);
    }
    assertThat(server.requests()).hasSize((int) before + 1);
    assertThat(store.list(root + "/a/c/referrers/" + OTHER)).hasSize(1);
  }

  /** Distribution answers so for a repository in its catalogue whose tags are gone. */
  @Test
  void aRepositoryWithoutTagsHasAnEmptyList() throws IOException {
    server.fault(
        exchange -> exchange.getRequestURI().getPath().endsWith("/list") && gone(exchange));
    assertThat(store.list(root + "/a/b/tags")).isEmpty();
    server.fault(
        exchange ->
            exchange.getRequestURI().getPath().endsWith("/list") && send(exchange, 405, "no"));
    assertThatThrownBy(() -> store.list(root + "/a/b/tags"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("405");
  }

  @Test
  void tenThousandTagsComeInPages() throws IOException {
    Path tags = folder.resolve("docker/registry/v2/repositories/a/b/_manifests/tags");
    for (int tag = 0; tag < 10_000; tag++) {
      Files.createDirectory(tags.resolve("t" + tag));
    }
    server.pagesOf(3000);
    List<String> listed =
        store.list(root + "/a/b/tags").stream().map(ByteStore.Item::name).sorted().toList();
    List<String> expected =
        IntStream.range(0, 10_000).mapToObj(tag -> "t" + tag).collect(Collectors.toList());
    expected.add("one");
    assertThat(listed).isEqualTo(expected.stream().sorted().toList());
  }

  @Test
  void listsThatAreFalseAreRefused() {
    String invalid =
        IntStream.range(0, 1001)
            .mapToObj(name -> "\" " + name + "\"")
            .collect(Collectors.joining(","));
    for (Map.Entry<String, String> page :
        Map.of(
                "{\"tags\":[" + invalid + "]}",
                "more than 1000 invalid entries",
                "{\"tags\"",
                "is no JSON")
            .entrySet()) {
      server.fault(exchange -> send(exchange, 200, page.getKey()));
      assertThatThrownBy(() -> store.list(root + "/a/b/tags"))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining(page.getValue());
    }
    server.fault(
        exchange -> {
          exchange.getResponseHeaders().add("Link", "<https://elsewhere/v2/x?n=1>; rel=\"next\"");
          return send(exchange, 200, "{\"tags\":[]}");
        });
    assertThatThrownBy(() -> store.list(root + "/a/b/tags")).hasMessageContaining("elsewhere");
  }

  @Test
  void anInvalidNameIsNotReachedAndTheOthersAre() throws IOException {
    server.fault(exchange -> send(exchange, 200, "{\"tags\":[\"../../x\",\"one\",\"a b\"]}"));
    assertThat(store.list(root + "/a/b/tags"))
        .extracting(ByteStore.Item::isPlain, ByteStore.Item::location)
        .containsExactly(
            tuple(true, root + "/a/b/manifests/one"),
            tuple(false, root + "/a/b/manifests/../../x"),
            tuple(false, root + "/a/b/manifests/a b"));
    server.fault(exchange -> send(exchange, 200, "{\"repositories\":[\"a//b\",\"a/b\",\"A\"]}"));
    assertThat(store.list(root))
        .extracting(ByteStore.Item::isPlain, ByteStore.Item::location)
        .containsExactly(
            tuple(true, root + "/a/b"), tuple(false, root + "/a//b"), tuple(false, root + "/A"));
  }

  /** As object stores behind registries are reached. */
  @Test
  void theAccountDoesNotFollowARedirect() throws Exception {
    AtomicReference<String> sent = new AtomicReference<>("nothing requested");
    try (RegistryServer other = new RegistryServer(folder)) {
      other.fault(
          exchange -> {
            sent.set(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            return false;
          });
      server.fault(
          exchange -> {
            if (exchange.getRequestHeaders().getFirst("Authorization") == null) {
              exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"x\"");
              return send(exchange, 401, "");
            }
            String there = "http://" + other.host() + exchange.getRequestURI();
            exchange.getResponseHeaders().add("Location", there);
            return send(exchange, 307, "");
          });
      String pair = Base64.getEncoder().encodeToString("ann:x".getBytes(StandardCharsets.UTF_8));
      String text = "{\"auths\":{\"%s\":{\"auth\":\"%s\"}}}".formatted(server.host(), pair);
      Path file = Files.writeString(folder.resolve("auth.json"), text);
      store = access(file.toString()).store(LocalStore.disk());
      assertThat(read(root + "/a/b/blobs/" + HELLO, 0, -1)).isEqualTo("hello");
      assertThat(sent.get()).isEqualTo("null");
    }
  }

  @Test
  void redirectsWithoutEndAreRefused() {
    server.fault(
        exchange -> {
          exchange.getResponseHeaders().add("Location", exchange.getRequestURI().toString());
          return !exchange.getRequestURI().getPath().equals("/v2/") && send(exchange, 302, "");
        });
    assertThatThrownBy(() -> read(root + "/a/b/blobs/" + HELLO, 0, -1))
        .hasMessageContaining("more than 8 redirects");
  }

  private static boolean gone(HttpExchange exchange) throws IOException {
    return send(exchange, 404, "404 page not found");
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
