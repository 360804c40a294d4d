package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulls of the small registry, against counts of its tables by SQL and costs by hand. */
class PullLinesTest {
  private static final String ALL =
      " FROM pull_summary WHERE from_bytes IS NULL AND backend = '%s'";

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");

  @BeforeAll
  static void simulate() {
    warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("warehouse"));
    varve(
            "simulate pulls --warehouse %s --servers 3 --cache-ratio 0.3 --backends"
                + " whole-layers,dedup-none,dedup-lru,dedup-preconstruct,dedup-unbounded"
                + " --set pulls.synthetic.sessions=300 --set pulls.synthetic.clients=20",
            warehouse)
        .done();
  }

  private static Line summary(String backend) {
    return row(warehouse, "SELECT *" + ALL.formatted(backend));
  }

  @Test
  void everySettingAnswersEveryRequest() {
    Line asked =
        row(
            warehouse,
            "SELECT count(*) AS requests, count(layer) FILTER (verb = 'get') AS gets,"
                + " count(DISTINCT layer) FILTER (verb = 'get') AS layers FROM pull_request");
    List<Line> results =
        rows(warehouse, "SELECT setting, count(*) AS requests FROM pull_result GROUP BY setting");
    assertThat(results).hasSize(5);
    assertThat(results).allMatch(one -> one.count("requests") == asked.count("requests"));
    assertThat(summary("dedup-none").count("gets")).isEqualTo(asked.count("gets"));
    assertThat(summary("dedup-none").count("hits")).isZero();
    assertThat(summary("dedup-unbounded").count("misses")).isEqualTo(asked.count("layers"));
    assertThat(summary("dedup-lru").count("hits"))
        .isPositive()
        .isLessThanOrEqualTo(summary("offline-bound").count("hits"));
    assertThat(summary("dedup-preconstruct").count("misses"))
        .isLessThan(summary("dedup-none").count("misses"));
  }

  /** 0.3 ms of look-up, 8 ns a byte at 125 MB/s, 0.1 ms on the way, and the time in queues. */
  @Test
  void aWholeLayerTakesItsLookUpAndItsTransfer() {
    Line pulls =
        row(
            warehouse,
            "SELECT count(*) AS gets, count(*) FILTER (result.latency_nanos - result.queue_nanos"
                + " = 300000 + layer.compressed_bytes * 8 + 100000) AS expected"
                + " FROM pull_result AS result"
                + " JOIN pull_request AS request ON request.request = result.request"
                + " JOIN pull_layer ON pull_layer.layer = request.layer"
                + " JOIN layer ON layer.layer_digest = pull_layer.layer_digest"
                + " WHERE result.outcome = 'whole'");
    assertThat(pulls.count("expected")).isEqualTo(pulls.count("gets")).isGreaterThan(50);
  }

  @Test
  void serversStoreEveryContentOnce() {
    assertThat(row(warehouse, "SELECT sum(new_bytes) AS bytes FROM pull_slice").count("bytes"))
        .isEqualTo(unique().count("bytes"));
    assertThat(row(warehouse, "SELECT count(*) AS n FROM pull_slice WHERE master").count("n"))
        .isEqualTo(row(warehouse, "SELECT count(*) AS n FROM layer").count("n"));
  }

  private static Line unique() {
    return row(
        warehouse,
        "SELECT sum(bytes) AS bytes FROM (SELECT DISTINCT fingerprint, bytes FROM layer_recipe"
            + " WHERE kind = 'FILE')");
  }

  @Test
  void aModeStoresItsReplicas() {
    Line layers = row(warehouse, "SELECT sum(compressed_bytes) AS bytes FROM layer");
    Line whole = row(warehouse, "SELECT * FROM pull_storage WHERE mode = 'whole-1'");
    Line framing = row(warehouse, "SELECT sum(compressed_bytes) AS bytes FROM layer_framing");
    assertThat(whole.count("whole_bytes")).isEqualTo(layers.count("bytes"));
    assertThat(whole.count("file_bytes")).isEqualTo(2 * unique().count("bytes"));
    assertThat(whole.count("framing_bytes")).isEqualTo(2 * framing.count("bytes"));
    Line popular = row(warehouse, "SELECT * FROM pull_storage WHERE mode = 'popular'");
    assertThat(popular.count("stored_bytes"))
        .isPositive()
        .isLessThanOrEqualTo(3 * layers.count("bytes") + 3 * unique().count("bytes"));
  }

  @Test
  void everyCheckHolds() {
    varve("check --warehouse %s", warehouse).done();
  }

  private static String entry(String method, String uri, long written, String at) {
    return ("{\"host\": \"h\", \"http.request.duration\": 0.1, \"http.request.method\": \"%s\","
            + " \"http.request.remoteaddr\": \"c\", \"http.request.uri\": \"%s\","
            + " \"http.request.useragent\": \"a\", \"http.response.status\": 200,"
            + " \"http.response.written\": %d, \"id\": \"1\", \"timestamp\": \"%s\"}")
        .formatted(method, uri, written, at);
  }

  /** By size it would be the smallest one. */
  @Test
  void aTraceMayNameLayersAndConfigs() throws IOException {
    Path own = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("named"));
    Line largest =
        row(own, "SELECT layer_digest FROM layer ORDER BY compressed_bytes DESC LIMIT 1");
    Line image = row(own, "SELECT min(config_digest) AS config FROM image");
    Path trace =
        Files.writeString(
            folder.resolve("named.json"),
            "["
                + entry("GET", "v2/u/r/manifests/m", 500, "2017-06-20T02:41:00.000Z")
                + ","
                + entry("GET", "v2/u/r/blobs/" + image.text("config"), 1, "2017-06-20T02:41:01Z")
                + ","
                + entry(
                    "GET",
                    "v2/u/r/blobs/" + largest.text("layer_digest"),
                    1,
                    "2017-06-20T02:41:02.000Z")
                + "]");
    varve("simulate pulls --warehouse %s --trace %s --backends whole-layers", own, trace).done();
    assertThat(
            rows(
                own,
                "SELECT layer_digest FROM pull_request JOIN pull_layer USING (layer) ORDER BY 1"))
        .extracting(one -> one.text("layer_digest"))
        .containsExactly(largest.text("layer_digest"));
    assertThat(rows(own, "SELECT outcome, entries FROM pull_trace ORDER BY outcome"))
        .extracting(one -> one.text("outcome") + " " + one.count("entries"))
        .containsExactly("CONFIG 1", "REPLAYED 2");
  }

  @Test
  void pullsOfAnImageAreRequestsOfItsOwnManifest() throws IOException {
    Path own = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("pulled"));
    varve("derive --warehouse %s", own).done();
    Line update =
        row(
            own,
            """
            SELECT image_update.* FROM image_update
            JOIN repository_manifest
              ON manifest_digest = to_image AND repository_manifest.repository = image_update.repository
              AND tag = to_tag
            ORDER BY new_layer_bytes DESC LIMIT 1
            """);
    String manifests = "v2/" + update.text("repository") + "/manifests/";
    String after = "2099-01-01T00:00:00Z";
    String failed =
        entry("GET", manifests + update.text("to_image"), 9, after)
            .replace("status\": 200", "status\": 404");
    Path trace =
        Files.writeString(
            folder.resolve("pulled.json"),
            Stream.of(
                    entry("GET", manifests + update.text("to_tag"), 500, "1971-01-01T00:00:00Z"),
                    entry("GET", manifests + update.text("to_tag"), 500, after),
                    entry("GET", manifests + update.text("to_tag"), 500, after),
                    entry("GET", manifests + update.text("to_image"), 500, after),
                    entry("GET", manifests + update.text("to_image"), 0, after),
                    entry("GET", "v2/u/r/manifests/" + update.text("to_tag"), 500, after),
                    entry("HEAD", manifests + update.text("to_tag"), 500, after),
                    entry("PUT", manifests + update.text("to_tag"), 500, after),
                    failed)
                .collect(Collectors.joining(",", "[", "]")));
    varve("simulate pulls --warehouse %s --trace %s --backends whole-layers", own, trace).done();
    Line image = row(own, "SELECT * FROM image_pull");
    assertThat(image.text("image_digest")).isEqualTo(update.text("to_image"));
    assertThat(image.count("pulls")).as("the digest is requested for the second tag").isEqualTo(2);
    Line cost =
        varve(
                "report update-cost --format json --warehouse %s --set prices.egress-gb=1000000000"
                    + " --set prices.currency=EUR --from %s --to %s",
                own, update.text("from_image"), update.text("to_image"))
            .done()
            .rows()
            .get(0);
    assertThat(cost.count("pulls")).isEqualTo(2);
    assertThat(cost.number("egress_cost")).isEqualTo(2 * cost.number("new_layer_bytes"));
  }

  @Test
  void aTraceIsReplayed() throws IOException {
    Path own = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("traced"));
    Path trace =
        Files.writeString(
            folder.resolve("trace.json"),
            "["
                + entry("GET", "v2/u/r/manifests/m", 500, "2017-06-20T02:41:00.000Z")
                + ","
                + entry("GET", "v2/u/r/blobs/b", 1, "2017-06-20T02:41:00.250Z")
                + ","
                + entry("HEAD", "v2/u/r/blobs/b", 1, "2017-06-20T02:41:00.200Z")
                + "]");
    varve(
            "simulate pulls --warehouse %s --trace %s --backends dedup-lru --clients 1"
                + " --gap-millis as-requested,1000",
            own, trace)
        .done();
    assertThat(
            rows(own, "SELECT at_micros, layer IS NULL AS manifest FROM pull_request ORDER BY 1"))
        .extracting(one -> one.cells().toString())
        .containsExactly(
            "{\"at_micros\":0,\"manifest\":true}", "{\"at_micros\":250000,\"manifest\":false}");
    assertThat(rows(own, "SELECT * FROM pull_trace ORDER BY outcome"))
        .extracting(one -> one.cells().toString())
        .containsExactly(
            "{\"outcome\":\"METHOD\",\"entries\":1,\"late\":1,\"failed\":0}",
            "{\"outcome\":\"REPLAYED\",\"entries\":2,\"late\":0,\"failed\":0}");
    // The layer that is closest in size to one byte is the smallest.
    assertThat(row(own, "SELECT DISTINCT get_bytes FROM pull_summary").count("get_bytes"))
        .isEqualTo(row(own, "SELECT min(compressed_bytes) AS b FROM layer").count("b"));
    assertThat(rows(own, "SELECT sent_nanos FROM pull_result WHERE outcome = 'miss' ORDER BY 1"))
        .extracting(one -> one.count("sent_nanos"))
        .containsExactly(250_000_000L, 1_000_000_000L);
  }

  /**
   * The cache has room for all layers of the range, but for no others: each is restored once, if
   * nothing else is restored ahead.
   */
  @Test
  void layersOutsideOfTheRangeAreNotRestoredAhead() {
    Path own = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("ranged"));
    varve(
            "simulate pulls --warehouse %s --layer-bytes 1B-20kB --cache-ratio 1"
                + " --backends dedup-preconstruct --set pulls.costs.compress-ratio.gzip-6=0.01"
                + " --set pulls.synthetic.sessions=300",
            own)
        .done();
    Line pulls =
        row(
            own,
            "SELECT misses FROM pull_summary WHERE from_bytes IS NULL AND backend LIKE 'dedup%'");
    Line asked = row(own, "SELECT count(DISTINCT layer) AS layers FROM pull_request");
    assertThat(pulls.count("misses")).isLessThanOrEqualTo(asked.count("layers"));
  }

  @Test
  void bothEnginesGiveTheSameTables() throws Exception {
    Map<String, List<String>> spark = simulated("spark");
    assertThat(spark.get("pull_summary")).hasSizeGreaterThan(16 + 2 * 4);
    assertThat(spark.get("pull_result")).hasSizeGreaterThan(16);
    assertThat(spark.get("pull_slice")).hasSizeGreaterThan(1);
    assertThat(simulated("local")).isEqualTo(spark);
  }

  /** Tables by two numbers of servers, two codecs, and two ranges that have layers. */
  private static Map<String, List<String>> simulated(String engine) throws Exception {
    Path own = SmallWorld.copy(warehouse, folder.resolve(engine));
    varve(
            "simulate pulls --warehouse %s --set engine.name=%s --servers 2,3 --codecs none,gzip-6"
                + " --layer-bytes any,1B-20kB,1TB-2TB --backends whole-layers,dedup-arc"
                + " --set pulls.synthetic.sessions=100",
            own, engine)
        .done();
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : Tables.madeBy("simulate pulls")) {
      if (!table.equals("run")) {
        tables.put(table, DuckDb.rows(own, table));
      }
    }
    return tables;
  }

  @Test
  void whatDoesNotGoTogetherIsSaid() throws IOException {
    assertThat(refused("--gap-millis 5")).contains("set pulls.clients too");
    assertThat(refused("--backends fast")).contains("pulls.backends is fast; choose one of");
    assertThat(refused("--layer-bytes 9MB-1MB")).contains("first size is larger");
    assertThat(refused("--experiment none,gap")).contains("takes one value");
    assertThat(refused("--costs-from measured")).contains("--measure-pull --pull-codec gzip-6");
    assertThat(refused("--layer-bytes 1TB-2TB")).contains("no layer");
    Path damaged = Files.writeString(folder.resolve("damaged.json"), "[{\"host\": ");
    assertThat(refused("--trace " + damaged)).contains("damaged.json").contains("line 1");
    assertThat(refused("--trace " + folder.resolve("absent"))).contains("absent");
  }

  private static String refused(String options) {
    Answer answer = varve("simulate pulls --warehouse %s --quiet " + options, warehouse);
    assertThat(answer.code()).as(options).isNotZero();
    assertThat(answer.err().lines()).as(answer.err()).hasSizeLessThan(8);
    return answer.err();
  }
}
