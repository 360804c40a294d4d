package dev.varve.jobs.engine.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of runs that a file and servers of lineage get, and runs whose server is away. */
class LineageTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  /** A row of table vm. */
  private record Vm(String vm, String runId) {}

  /** Publishes a table in two parts, and then does what a test asks. */
  private RunSummary run(String to, Runs.Job last) throws IOException {
    return TestEngine.runs(TestEngine.settings("lineage.to=" + to))
        .execute(
            "ingest snapshots",
            Map.of("inputs", "/disks"),
            folder.resolve("w").toString(),
            run -> {
              run.reads(List.of("file:/disks"));
              var wave = run.newWave();
              wave.add("vm", Vm.class, List.of(new Vm("a", run.id()), new Vm("b", run.id())));
              run.publish(wave);
              last.run(run);
              run.add("vm", Vm.class, List.of(new Vm("c", run.id())));
            });
  }

  private static List<JsonNode> events(Path file) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  @Test
  void aFileGetsStartAndEndOfEachRun() throws Exception {
    Path file = folder.resolve("lineage.jsonl");
    RunSummary first = run(file.toString(), run -> {});
    run(file.toUri().toString(), run -> {});
    List<JsonNode> events = events(file);
    assertThat(events.stream().map(event -> event.get("eventType").textValue()))
        .containsExactly("START", "COMPLETE", "START", "COMPLETE");
    assertThat(events.stream().map(event -> event.at("/run/runId").textValue()).distinct())
        .hasSize(2)
        .startsWith(RunUuid.of(first.runId()).toString());
    JsonNode end = events.get(1);
    assertThat(end.at("/inputs/0/name").textValue()).isEqualTo("/disks");
    assertThat(end.get("outputs")).hasSize(1);
    JsonNode written = end.at("/outputs/0/outputFacets/outputStatistics");
    assertThat(written.get("rowCount").longValue()).isEqualTo(3);
    assertThat(written.get("fileCount").longValue()).isEqualTo(2);
    long bytes = 0;
    try (var files = Files.newDirectoryStream(folder.resolve("w/vm"), "*" + first.runId() + "*")) {
      for (Path parquet : files) {
        bytes += Files.size(parquet);
      }
    }
    assertThat(written.get("size").longValue()).isEqualTo(bytes);
  }

  @Test
  void aRunThatReadsTablesNamesThoseWithRows() throws Exception {
    Path file = folder.resolve("lineage.jsonl");
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("copy"));
    TestEngine.runs(TestEngine.settings("lineage.to=" + file, "lineage.namespace=night"))
        .execute("simulate chains", Map.of(), warehouse.toString(), run -> {});
    JsonNode start = events(file).get(0);
    assertThat(start.at("/job/namespace").textValue()).isEqualTo("night");
    assertThat(start.at("/job/name").textValue()).isEqualTo("simulate chains " + warehouse);
    assertThat(start.get("inputs"))
        .extracting(input -> input.get("name").textValue())
        .contains(warehouse.resolve("chain_map").toString())
        .doesNotContain(warehouse.resolve("layer").toString());
  }

  @Test
  void aFailedRunSaysWhyAndWhatItHadPublished() throws Exception {
    Path file = folder.resolve("lineage.jsonl");
    assertThatThrownBy(
            () ->
                run(
                    file.toString(),
                    run -> {
                      throw new IOException("disk 7 is gone");
                    }))
        .hasMessage("disk 7 is gone");
    JsonNode end = events(file).get(1);
    assertThat(end.get("eventType").textValue()).isEqualTo("FAIL");
    assertThat(end.at("/run/facets/errorMessage/message").textValue()).isEqualTo("disk 7 is gone");
    assertThat(end.at("/outputs/0/outputFacets/outputStatistics/rowCount").longValue())
        .isEqualTo(2);
  }

  /** The form is that which dbt-ol of OpenLineage reads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "job/0190b5a5-0000-7000-8000-0123456789ab",
        "ns/job/run",
        "ns/job/",
        "/job/0190b5a5-0000-7000-8000-0123456789ab",
        "ns//0190b5a5-0000-7000-8000-0123456789ab"
      })
  void aParentThatCannotBeReadIsLeftOut(String parent) throws Exception {
    Path file = folder.resolve("lineage.jsonl");
    assertThat(warningsOf(to(file.toString()), Map.of("OPENLINEAGE_PARENT_ID", parent)))
        .containsExactly(
            "lineage without its parent run: OPENLINEAGE_PARENT_ID: "
                + parent
                + " is not NAMESPACE/JOB/RUN, RUN a UUID");
    assertThat(events(file)).hasSize(2).noneMatch(event -> event.at("/run/facets").has("parent"));
    assertThat(warningsOf(to(""), Map.of("OPENLINEAGE_PARENT_ID", parent))).isEmpty();
  }

  @Test
  void aTableIsNamedAsInTheCatalogToo() throws Exception {
    Path file = folder.resolve("lineage.jsonl");
    Path catalog = folder.resolve("catalog");
    TestEngine.runs(
            TestEngine.settings(
                "lineage.to=" + file, "catalog.type=hadoop", "catalog.warehouse=" + catalog))
        .execute(
            "ingest snapshots",
            Map.of(),
            folder.resolve("w").toString(),
            run -> run.add("vm", Vm.class, List.of(new Vm("a", run.id()))));
    JsonNode symlink = events(file).get(1).at("/outputs/0/facets/symlinks/identifiers/0");
    assertThat(symlink.get("namespace").textValue()).isEqualTo("file:" + catalog);
    assertThat(symlink.get("name").textValue()).isEqualTo("varve.vm");
    assertThat(symlink.get("type").textValue()).isEqualTo("TABLE");
  }

  private record Server(HttpServer http, List<String> requests) implements AutoCloseable {
    /** Answers each request with a status and, for a redirect, where to. */
    static Server answering(int status, String location) throws IOException {
      List<String> requests = new CopyOnWriteArrayList<>();
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext("/", exchange -> answer(exchange, status, location, requests));
      http.start();
      return new Server(http, requests);
    }

    private static void answer(
        HttpExchange exchange, int status, String location, List<String> requests)
        throws IOException {
      try (exchange) {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(
            "%s %s %s %s %s"
                .formatted(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    JSON.readTree(body).path("eventType").textValue()));
        if (!location.isEmpty()) {
          exchange.getResponseHeaders().set("Location", location);
        }
        exchange.sendResponseHeaders(status, -1);
      }
    }

    String address() {
      return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }

  /** The events of a run without inputs and outputs, and the warnings that they lead to. */
  private static List<String> warningsOf(LineageSettings to, Map<String, String> environment) {
    List<String> warnings = new ArrayList<>();
    Lineage.of(to, Optional.empty(), environment, warnings::add)
        .begin(
            new LineageRun("id", "derive", Instant.EPOCH, "0.1.0", Map.of(), "file:/w"), List.of())
        .complete();
    return warnings;
  }

  private static LineageSettings to(String target) {
    return new LineageSettings(target, "varve", 1);
  }

  /** The endpoint and the form of the key are in the documentation of OpenLineage's clients. */
  @Test
  void aServerGetsEventsWithTheKeyOfTheEnvironment() throws Exception {
    try (Server server = Server.answering(201, "")) {
      assertThat(warningsOf(to(server.address()), Map.of())).isEmpty();
      assertThat(
              warningsOf(
                  to(""),
                  Map.of("OPENLINEAGE_URL", server.address(), "OPENLINEAGE_API_KEY", "k-1")))
          .isEmpty();
      warningsOf(to(server.address()), Map.of("OPENLINEAGE_ENDPOINT", "/api/v2/events"));
      warningsOf(to(server.address() + "/own/path"), Map.of());
      warningsOf(to(server.address()), Map.of("OPENLINEAGE_DISABLED", "true"));
      assertThat(server.requests)
          .containsExactly(
              "POST /api/v1/lineage application/json null START",
              "POST /api/v1/lineage application/json null COMPLETE",
              "POST /api/v1/lineage application/json Bearer k-1 START",
              "POST /api/v1/lineage application/json Bearer k-1 COMPLETE",
              "POST /api/v2/events application/json null START",
              "POST /api/v2/events application/json null COMPLETE",
              "POST /own/path application/json null START",
              "POST /own/path application/json null COMPLETE");
    }
  }

  @Test
  void aKeyGoesToNoOtherServer() throws Exception {
    try (Server other = Server.answering(200, "");
        Server server = Server.answering(307, other.address())) {
      assertThat(warningsOf(to(server.address()), Map.of("OPENLINEAGE_API_KEY", "k-1")))
          .singleElement()
          .asString()
          .endsWith("/api/v1/lineage answered 307");
      assertThat(server.requests).hasSize(2);
      assertThat(other.requests).isEmpty();
    }
  }

  @Test
  void aRunGoesOnWithoutItsServer() throws Exception {
    try (Server server = Server.answering(500, "")) {
      assertThat(run(server.address(), run -> {}).count("vm")).isEqualTo(3);
      assertThat(server.requests).hasSize(2);
    }
    assertThat(warningsOf(to("/nowhere/at/all.jsonl"), Map.of()))
        .containsExactly(
            "the run goes on, but its lineage was not delivered: /nowhere/at/all.jsonl: its folder is not there");
    assertThat(warningsOf(to(""), Map.of("OPENLINEAGE_URL", "ftp://host")))
        .containsExactly("no lineage: OPENLINEAGE_URL: it is neither http nor https");
  }

  @Test
  void aServerThatNeverAnswersIsLeft() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThat(warningsOf(to("http://127.0.0.1:" + silent.getLocalPort()), Map.of()))
          .singleElement()
          .asString()
          .startsWith("the run goes on");
    }
  }

  @Test
  void aKeyWithALineBreakBehindItIsTheKeyAndOneWithinItIsNeverShown() throws Exception {
    try (Server server = Server.answering(201, "")) {
      assertThat(warningsOf(to(server.address()), Map.of("OPENLINEAGE_API_KEY", "k-1\n")))
          .isEmpty();
      assertThat(server.requests)
          .first()
          .isEqualTo("POST /api/v1/lineage application/json Bearer k-1 START");
      assertThat(warningsOf(to(server.address()), Map.of("OPENLINEAGE_API_KEY", "k-1\nk-2")))
          .singleElement()
          .asString()
          .startsWith("no lineage: OPENLINEAGE_API_KEY has blanks")
          .doesNotContain("k-1", "k-2");
      assertThat(server.requests).hasSize(2);
    }
  }

  /** Whoever opens a pipe that nobody reads waits for ever; the test would not end. */
  @Test
  void aPipeIsNoFileForEvents(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo");
    assertThat(warningsOf(to(pipe.toString()), Map.of()))
        .containsExactly(
            "the run goes on, but its lineage was not delivered: " + pipe + " is no file");
  }

  @Test
  void linesOfSeveralProgramsDoNotMix(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("events.jsonl");
    Thread other = new Thread(() -> warningsOf(to(file.toString()), Map.of()));
    other.start();
    warningsOf(to(file.toString()), Map.of());
    other.join();
    assertThat(Files.readAllLines(file))
        .hasSize(4)
        .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:secret@host",
        "https://host/api?key=1",
        "https:///api",
        "hdfs://nn/lineage.jsonl",
        "s3a://bucket/lineage.jsonl"
      })
  void aTargetThatCannotBeUsedIsRefusedBeforeAnyWork(String to) {
    assertThatThrownBy(() -> TestEngine.runs(TestEngine.settings("lineage.to=" + to)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("lineage.to is " + to);
  }
}
