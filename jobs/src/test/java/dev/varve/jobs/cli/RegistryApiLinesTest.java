package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.store.registry.RegistryServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry by its API gives the tables of its storage tree, however the host behaves. */
class RegistryApiLinesTest {
  /** What the API lists: untagged images are in the tree alone. */
  private static final List<String> LISTED =
      List.of(
          "SELECT repository, tag, image_digest FROM image_tag WHERE tag IS NOT NULL ORDER BY ALL",
          "SELECT repository, tag, manifest_digest FROM repository_manifest WHERE tag IS NOT NULL"
              + " ORDER BY ALL",
          "SELECT DISTINCT image_layer.* FROM image_layer JOIN image_tag USING (image_digest)"
              + " WHERE tag IS NOT NULL ORDER BY ALL",
          "SELECT layer.layer_digest, diff_id, compressed_bytes, archive_bytes, files, rest_bytes"
              + " FROM layer WHERE layer_digest IN (SELECT layer_digest FROM image_layer"
              + " JOIN image_tag USING (image_digest) WHERE tag IS NOT NULL) ORDER BY ALL",
          "SELECT hex(fingerprint) AS f, count(*) AS n, sum(stored_bytes) AS s FROM layer_recipe"
              + " WHERE layer_digest IN (SELECT layer_digest FROM image_layer JOIN image_tag"
              + " USING (image_digest) WHERE tag IS NOT NULL) GROUP BY ALL ORDER BY ALL");

  /** Rows of the tree by query. */
  private static final Map<String, List<Line>> EXPECTED = new HashMap<>();

  @TempDir private Path folder;
  private RegistryServer server;

  @BeforeEach
  void serve() throws IOException {
    server = new RegistryServer(SmallWorld.registry());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answer ingest(String more) {
    return varve("ingest registry docker://%s --warehouse %s " + more, server.host(), warehouse());
  }

  private Path warehouse() {
    return folder.resolve("w");
  }

  private void requireTables() {
    for (String query : LISTED) {
      assertThat(rows(warehouse(), query))
          .as(query)
          .isEqualTo(EXPECTED.computeIfAbsent(query, each -> rows(SmallWorld.ingested(), each)))
          .isNotEmpty();
    }
  }

  @Test
  void tablesAreThoseOfTheTree() {
    server.pagesOf(2);
    ingest("").done();
    requireTables();
    assertThat(server.requests()).anyMatch(request -> request.contains("last="));
  }

  @Test
  void whatTheWarehouseHasIsNotRequestedAgain() {
    ingest("").done();
    long before = server.requests().size();
    assertThat(ingest("").done().err()).contains("read      0 layers");
    List<String> again =
        server.requests().subList((int) before, server.requests().size()).stream()
            .filter(request -> request.startsWith("GET") && request.contains("/blobs/"))
            .toList();
    String damaged = SmallWorld.registrySummary().truncatedDigest();
    String complete =
        "SELECT layer_digest FROM layer UNION SELECT config_digest FROM image WHERE image_digest NOT IN"
            + " (SELECT image_digest FROM image_layer WHERE layer_digest NOT IN (SELECT layer_digest FROM layer))";
    for (var line : rows(warehouse(), complete)) {
      assertThat(again).noneMatch(request -> request.endsWith(line.text("layer_digest")));
    }
    assertThat(again).anyMatch(request -> request.endsWith(damaged));
  }

  @Test
  void transfersThatBreakAreContinuedWhereTheyBroke() {
    Random random = new Random(1);
    server.cut((path, bytes) -> path.contains("/blobs/") ? random.nextLong(1, 200_000) : bytes);
    ingest("").done();
    requireTables();
  }

  @Test
  void transfersThatBreakAreReadAgainWhereThereAreNoRanges() {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    server.withoutRanges();
    server.cut((path, bytes) -> seen.add(path) ? bytes / 2 : bytes);
    ingest("").done();
    requireTables();
  }

  @Test
  void aBlobThatNeverComesWholeIsRejected() {
    String layer = someLayer();
    server.cut((path, bytes) -> path.endsWith(layer) ? 0 : bytes);
    Answer answer = ingest("").done();
    assertThat(answer.err()).contains("rejected  2 layers");
    assertThat(rejection(layer)).contains("TRUNCATED").contains("the transfer broke 6 times");
  }

  @Test
  void aRunThatRejectsEveryLayerSaysSoAtItsEnd() {
    server.fault(
        exchange -> {
          boolean isLayer =
              exchange.getRequestMethod().equals("GET")
                  && exchange.getRequestURI().getPath().contains("/blobs/");
          if (isLayer) {
            send(exchange, 404, "");
          }
          return isLayer;
        });
    assertThat(ingest("").done().err())
        .endsWith(
            "nothing   was read; every layer was rejected; with --strict the exit code is 3\n");
    assertThat(ingest("--strict").code()).isEqualTo(3);
  }

  @Test
  void aBlobThatIsFalseIsRejected() {
    String layer = someLayer();
    server.fault(
        exchange -> {
          boolean isIt = exchange.getRequestURI().getPath().endsWith(layer);
          if (isIt) {
            send(exchange, 200, "no layer at all");
          }
          return isIt;
        });
    ingest("").done();
    assertThat(rejection(layer)).contains("docker://" + server.host());
    assertThat(row(warehouse(), "SELECT count(*) AS n FROM layer").count("n"))
        .isEqualTo(SmallWorld.registrySummary().layers() - 2 - untaggedLayers());
  }

  /** Whatever the kind of request, and also of a place that a redirect leads to. */
  @Test
  void aLayerThatTheHostRefusesEndsNeitherItsHostNorTheRun() {
    String layer = someLayer();
    for (int status : List.of(403, 307)) {
      server.fault(
          exchange -> {
            boolean isIt = exchange.getRequestURI().getPath().endsWith(layer);
            if (isIt) {
              exchange.getResponseHeaders().add("Location", "ftp://127.0.0.1/x");
              send(exchange, status, "");
            }
            return isIt;
          });
      ingest("").done();
      assertThat(rejection(layer)).contains("docker://" + server.host());
      assertThat(row(warehouse(), "SELECT count(*) AS n FROM layer").count("n"))
          .isEqualTo(SmallWorld.registrySummary().layers() - 2 - untaggedLayers());
    }
  }

  @Test
  void failuresAndLimitsOfTheHostAreWaitedFor() {
    AtomicInteger count = new AtomicInteger();
    server.fault(
        exchange -> {
          int request = count.incrementAndGet();
          if (request % 90 == 40) {
            exchange.getResponseHeaders().add("Retry-After", "1");
            send(exchange, 429, "");
          } else if (request % 90 == 80) {
            send(exchange, 503, "");
          }
          return request % 90 == 40 || request % 90 == 80;
        });
    ingest("").done();
    requireTables();
  }

  private void limit(String after) {
    server.fault(
        exchange -> {
          boolean limited = exchange.getRequestURI().getPath().contains("/blobs/");
          if (limited) {
            exchange.getResponseHeaders().add("Retry-After", after);
            send(exchange, 429, "");
          }
          return limited;
        });
  }

  @Test
  void aLimitBeyondTheSettingEndsTheInputsOfTheHost() {
    limit("7200");
    Answer answer = ingest("").done();
    assertThat(answer.err())
        .contains("giving up " + server.host())
        .contains("waited 0 s, and 7200 s more would be beyond registry.limit-seconds");
    server.fault(exchange -> false);
  }

  /** A closed port: the address refuses each connection. */
  private static String nobody() {
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + closed.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theFaultOfAHostEndsItsInputsAndNotTheRun() {
    String other = "docker://" + nobody() + "/team/app";
    Answer answer = ingest(other).done();
    assertThat(answer.err()).contains(other, "no answer at try 5");
    requireTables();
    assertThat(
            row(
                    warehouse(),
                    "SELECT count(*) AS n FROM rejected_blob WHERE source = '" + other + "'")
                .count("n"))
        .isEqualTo(1);
    assertThat(ingest(other + " --strict").code()).isEqualTo(3);
  }

  @Test
  void aHostThatIsTheOnlyInputIsNoInput() {
    String only = "docker://" + nobody() + "/team/app";
    Answer answer = varve("ingest registry %s --warehouse %s", only, warehouse());
    assertThat(answer.code()).isEqualTo(4);
    assertThat(answer.err()).contains("no input can be read", only, "no answer at try 5");
    assertThat(warehouse()).doesNotExist();
  }

  /** Waits of 1 and 2 s, then one of 4 s is too long. */
  @Test
  void aHostThatNamesNoTimeIsNotSaidToNameOne() {
    limit("0");
    assertThat(ingest("--set registry.limit-seconds=5").err())
        .contains("waited 3 s, and 4 s more would be beyond registry.limit-seconds")
        .doesNotContain("waiting");
  }

  /**
   * The headers are those that Docker Hub documents. All requests of the first second are limited.
   */
  @Test
  void oneLineSaysWhatIsWaitedFor() {
    AtomicLong last = new AtomicLong(-1);
    AtomicInteger limited = new AtomicInteger();
    server.fault(
        exchange -> {
          boolean isBlob = exchange.getRequestURI().getPath().contains("/blobs/");
          last.compareAndSet(-1, isBlob ? System.nanoTime() + 1_000_000_000 : -1);
          if (!isBlob || System.nanoTime() > last.get()) {
            return false;
          }
          limited.incrementAndGet();
          LockSupport.parkNanos(500_000_000); // so that others are under way
          exchange.getResponseHeaders().add("Retry-After", "6");
          exchange.getResponseHeaders().add("ratelimit-limit", "100;w=21600");
          exchange.getResponseHeaders().add("ratelimit-remaining", "0;w=21600");
          exchange.getResponseHeaders().add("docker-ratelimit-source", "192.0.2.1");
          send(exchange, 429, "");
          return true;
        });
    String line =
        "waiting 6 s: %s limits requests (429 Too Many Requests: 100 requests in 6 h from this address)"
            .formatted(server.host());
    assertThat(ingest("").done().err()).containsOnlyOnce(line);
    assertThat(limited.get()).isGreaterThan(1);
    last.set(-1);
    assertThat(ingest("--quiet").err()).isEmpty();
  }

  @Test
  void aWindowThatIsUsedUpIsSaidOnce() {
    server.fault(
        exchange -> {
          exchange.getResponseHeaders().add("ratelimit-limit", "200;w=21600");
          exchange.getResponseHeaders().add("ratelimit-remaining", "0;w=21600");
          exchange.getResponseHeaders().add("docker-ratelimit-source", "0aef-77");
          return false;
        });
    assertThat(ingest("").done().err())
        .containsOnlyOnce(server.host() + " allows no more of 200 requests in 6 h by this account");
  }

  @Test
  void anAccountIsSentWhereTheHostWantsOne() throws Exception {
    String pair =
        Base64.getEncoder().encodeToString("ann:secret words".getBytes(StandardCharsets.UTF_8));
    server.fault(
        exchange -> {
          String sent = exchange.getRequestHeaders().getFirst("Authorization");
          boolean refused = !("Basic " + pair).equals(sent);
          if (refused) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"test\"");
            send(exchange, 401, "");
          }
          return refused;
        });
    assertThat(ingest("--set registry.auth-file=" + authFile("")).err())
        .contains("docker login " + server.host());
    ingest("--set registry.auth-file=" + authFile("\"auth\":\"" + pair + "\"")).done();
    requireTables();
    assertThat(
            row(
                    warehouse(),
                    "SELECT count(*) AS n FROM run WHERE CAST(settings AS STRING) LIKE '%secret%'")
                .count("n"))
        .isZero();
  }

  @Test
  void tokensAreRequestedForEachRepositoryAndAgainWhenTheyExpire() throws Exception {
    String pair = Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
    AtomicInteger tokens = new AtomicInteger();
    server.fault(
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String sent = exchange.getRequestHeaders().getFirst("Authorization");
          if (path.equals("/token")) {
            boolean known = ("Basic " + pair).equals(sent);
            String scope =
                exchange.getRequestURI().getQuery().replaceFirst(".*scope=([^&]*).*", "$1");
            send(
                exchange,
                known ? 200 : 401,
                "{\"token\":\"%s#%d\",\"expires_in\":6}"
                    .formatted(scope, tokens.incrementAndGet()));
            return true;
          }
          String repository =
              path.replaceFirst("/v2/(.+?)/(manifests|blobs|tags|referrers)/.*", "$1");
          String scope =
              path.contains("_catalog")
                  ? "registry:catalog:*"
                  : "repository:" + repository + ":pull";
          boolean fits = sent != null && sent.startsWith("Bearer " + scope + "#");
          if (!fits && !path.equals("/v2/")) {
            exchange
                .getResponseHeaders()
                .add(
                    "WWW-Authenticate",
                    "Bearer realm=\"http://%s/token\",service=\"here\",scope=\"%s\""
                        .formatted(server.host(), scope));
            send(exchange, 401, "");
            return true;
          }
          return false;
        });
    ingest("--set registry.auth-file=" + authFile("\"auth\":\"" + pair + "\"")).done();
    requireTables();
    assertThat(tokens.get()).isGreaterThan(3);
  }

  @Test
  void repositoriesAndTagsAreChosenByPatterns() {
    String repository =
        row(
                SmallWorld.ingested(),
                "SELECT min(repository) AS r FROM image_tag WHERE tag = 'latest'")
            .text("r");
    String part = repository.substring(0, 3) + "*:l?test";
    varve("ingest registry docker://%s --warehouse %s", server.host() + "/" + part, warehouse())
        .done();
    String chosen = "SELECT repository, tag, image_digest FROM image_tag ORDER BY ALL";
    String wanted =
        "SELECT repository, tag, image_digest FROM image_tag WHERE tag LIKE 'l_test' AND repository"
            + " LIKE '"
            + repository.substring(0, 3)
            + "%' ORDER BY ALL";
    assertThat(rows(warehouse(), chosen))
        .isEqualTo(rows(SmallWorld.ingested(), wanted))
        .isNotEmpty();
  }

  @Test
  void theNewestTagsAreThoseOfTheImagesBuiltLast() {
    ingest("--newest 1").done();
    String newest =
        "SELECT repository, max_by(tag, (created_at, tag)) AS tag FROM image_tag JOIN image USING"
            + " (image_digest) WHERE tag IS NOT NULL GROUP BY repository ORDER BY ALL";
    assertThat(rows(warehouse(), "SELECT DISTINCT repository, tag FROM image_tag ORDER BY ALL"))
        .isEqualTo(rows(SmallWorld.ingested(), newest))
        .isNotEmpty();
  }

  @Test
  void headsAreReadByRanges() {
    AtomicInteger whole = new AtomicInteger();
    server.fault(
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          boolean isPart = exchange.getRequestHeaders().getFirst("Range") != null;
          whole.addAndGet(path.contains("/blobs/") && !isPart ? 1 : 0);
          return false;
        });
    varve("estimate registry docker://%s --set estimate.read-ratio=0.05", server.host()).done();
    assertThat(server.requests()).anyMatch(request -> request.contains("/blobs/"));
    assertThat(whole.get()).isPositive();
  }

  @Test
  void whatIsNotThereIsSaid() {
    String line = "ingest registry docker://%s --warehouse %s";
    assertThat(varve(line, server.host() + "/no/such", warehouse()).err())
        .contains("there is nothing at docker://" + server.host() + "/no/such");
    assertThat(varve(line, server.host() + "/UPPER", warehouse()).err())
        .contains("is no docker://HOST");
    server.close();
    assertThat(varve(line, server.host() + "/a", warehouse()).err()).contains("Connection refused");
  }

  @Test
  void aNameOutsideTheGrammarIsRefusedBeforeAnyRequest() {
    Answer answer =
        varve(
            "ingest registry docker://%s docker://%s --warehouse %s",
            server.host(), server.host() + "/a/../../b", warehouse());
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err()).contains("a/../../b is no repository");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void invalidNamesOfListsAreRejectedAndTheOthersAreRead() {
    String names =
        "SELECT DISTINCT repository AS name FROM repository_manifest WHERE tag IS NOT NULL";
    String repository =
        row(SmallWorld.ingested(), "SELECT min(name) AS r FROM (%s)".formatted(names)).text("r");
    String tags =
        "SELECT tag AS name FROM repository_manifest WHERE tag IS NOT NULL AND repository = '%s'"
            .formatted(repository);
    Map<String, String> lists =
        Map.of(
            "/v2/_catalog",
            "{\"repositories\":[\"a/../../b\"," + quoted(names) + "]}",
            "/v2/" + repository + "/tags/list",
            "{\"tags\":[" + quoted(tags) + ",\".x\"]}");
    server.fault(
        exchange -> {
          String list = lists.get(exchange.getRequestURI().getPath());
          if (list != null) {
            send(exchange, 200, list);
          }
          return list != null;
        });
    ingest("").done();
    requireTables();
    assertThat(
            rows(
                warehouse(),
                "SELECT source FROM rejected_blob WHERE message LIKE '%invalid name%' ORDER BY source"))
        .extracting(line -> line.text("source"))
        .containsExactlyInAnyOrder(
            "docker://" + server.host() + "/a/../../b",
            "docker://" + server.host() + "/" + repository + "/manifests/.x");
  }

  private static String quoted(String names) {
    return rows(SmallWorld.ingested(), names).stream()
        .map(line -> '"' + line.text("name") + '"')
        .collect(Collectors.joining(","));
  }

  private String someLayer() {
    return row(
            SmallWorld.ingested(),
            "SELECT min(layer_digest) AS d FROM image_layer JOIN image_tag USING (image_digest)"
                + " JOIN layer USING (layer_digest) WHERE tag IS NOT NULL")
        .text("d");
  }

  private static long untaggedLayers() {
    return row(
            SmallWorld.ingested(),
            "SELECT count(*) AS n FROM layer WHERE layer_digest NOT IN (SELECT layer_digest FROM"
                + " image_layer JOIN image_tag USING (image_digest) WHERE tag IS NOT NULL)")
        .count("n");
  }

  private String rejection(String digest) {
    return rows(
            warehouse(),
            "SELECT reason || ' ' || source || ' ' || message AS t FROM rejected_blob WHERE digest = '"
                + digest
                + "'")
        .get(0)
        .text("t");
  }

  private Path authFile(String entry) throws IOException {
    String text = "{\"auths\":{\"" + server.host() + "\":{" + entry + "}}}";
    return Files.writeString(folder.resolve("auth.json"), text);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean isEmpty = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isEmpty ? -1 : bytes.length);
    if (!isEmpty) {
      exchange.getResponseBody().write(bytes);
    }
  }
}
