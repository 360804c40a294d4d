package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.synthetic.RegistryWorld;
import dev.varve.synthetic.SnapshotWorld;
import dev.varve.synthetic.SnapshotWorldSize;
import dev.varve.synthetic.WorldSize;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Simulations of availability, durability and deletion through the command line, on small worlds.
 */
class SimulationLinesTest {
  private static final String BLOCKS = "backup.block-bytes=65536";
  private static final String EVERYTHING =
      "SELECT * FROM availability_result ORDER BY source, scheme, machines, placement, redundancy,"
          + " popular_redundancy, correlation, mean_failed, failed";

  @TempDir private Path folder;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

  @BeforeEach
  void catchOutput() {
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void giveBack() {
    System.setOut(out);
    System.setErr(err);
  }

  private int varveOn(String master, String... words) {
    printed.reset();
    complained.reset();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--set", "spark.master=" + master, "--set", "spark.log.level=ERROR"));
    return CommandLines.run(all.toArray(new String[0]));
  }

  private void varve(String... words) {
    int code = varveOn("local[2,4]", words);
    assertThat(code).as("%s %s", List.of(words), complained).isZero();
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private List<Map<String, String>> rows(String warehouse, String query) {
    varve("sql", "--warehouse", warehouse, "--format", "csv", query);
    return rows();
  }

  private List<Map<String, String>> rows() {
    List<String> lines = printed().lines().toList();
    String[] columns = lines.get(0).split(",", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int column = 0; column < columns.length; column++) {
        row.put(columns[column], cells[column]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.get(column));
  }

  @Test
  void everyPublishedFigureIsReproduced() {
    varve("simulate", "availability", "--published");
    List<Map<String, String>> rows = rows();
    assertThat(rows).hasSize(16 + 18 + 9);
    for (Map<String, String> row : rows.subList(0, 16)) {
      assertThat(number(row, "availability_percent"))
          .as("%s", row)
          .isCloseTo(number(row, "published_percent"), within(1e-9));
    }
    for (Map<String, String> row : rows.subList(16, rows.size())) {
      // To the digits printed: four of the sweep, ten of blocks.
      double digits = row.get("scheme").equals("block") ? 0.51e-10 : 0.51e-4;
      assertThat(number(row, "availability_percent"))
          .as("%s", row)
          .isCloseTo(number(row, "published_percent"), within(digits));
    }
  }

  @Test
  void aRegistryAndVmsAreSimulatedWhole() throws Exception {
    String warehouse = folder.resolve("w").toString();
    Path registry = folder.resolve("registry");
    Path disks = folder.resolve("disks");
    RegistryWorld.write(new Seed(3), WorldSize.small(), registry);
    SnapshotWorld.write(new Seed(3), SnapshotWorldSize.small(), disks);
    varve("ingest", "registry", registry.toString(), "--warehouse", warehouse);
    varve("ingest", "snapshots", disks.toString(), "--warehouse", warehouse);
    varve("derive", "--warehouse", warehouse);
    varve("simulate", "backup", "--warehouse", warehouse, "--machines", "4", "--set", BLOCKS);

    String[] asked = {
      "simulate",
      "availability",
      "--warehouse",
      warehouse,
      "--machines",
      "10",
      "--failed",
      "2,3,4",
      "--replicas",
      "2,rs-2-1",
      "--popular-replicas",
      "3",
      "--trials",
      "3000",
      "--placement",
      "uniform,rack-aware",
      "--correlation",
      "exactly,racks,rack-plus,independent",
      "--fail-probability",
      "0.2",
      "--set",
      "simulation.machines-per-rack=3",
      "--set",
      BLOCKS
    };
    varve(asked);
    List<Map<String, String>> rows = rows(warehouse, EVERYTHING);
    String table = printed();
    assertThat(rows).hasSize(5 * 2 * 2 * 8);
    for (Map<String, String> row : rows) {
      if (row.get("placement").equals("uniform")) {
        assertThat(number(row, "closed_form"))
            .as("%s", row)
            .isBetween(number(row, "simulated_low"), number(row, "simulated_high"));
      }
      // Two replicas never share a rack; of three shards two do.
      if (row.get("placement").equals("rack-aware")
          && row.get("correlation").equals("racks")
          && row.get("redundancy").equals("2")) {
        assertThat(row).containsEntry("any_loss", "0.0").containsEntry("simulated", "1.0");
      }
    }
    assertThatRegistryBlocksAreThoseOfANaivePacking(warehouse, rows);
    assertThat(
            rows(
                    warehouse,
                    "SELECT sum(bytes) AS bytes FROM block_sharing WHERE scheme = 'vc'"
                        + " AND vms > 0")
                .get(0)
                .get("bytes"))
        .isEqualTo(
            rows.stream()
                .filter(row -> row.get("scheme").equals("vc"))
                .findFirst()
                .orElseThrow()
                .get("data_bytes"));

    // Other cores, other parts, other ranges of trials: the same table.
    List<String> again = new ArrayList<>(Arrays.asList(asked));
    again.addAll(List.of("--set", "availability.part-edges=7"));
    assertThat(varveOn("local[1,4]", again.toArray(new String[0]))).isZero();
    rows(warehouse, EVERYTHING);
    assertThat(printed()).isEqualTo(table);

    // A run of the published tables leaves those of the warehouse alone.
    varve("simulate", "availability", "--warehouse", warehouse, "--published");
    assertThat(rows(warehouse, "SELECT count(*) AS n FROM availability_result").get(0))
        .containsEntry("n", String.valueOf(rows.size() + 43));

    everyChoiceIsWhatTrialsDrawFrom(warehouse);
    deletionLeaksWhatItSays(warehouse);

    varve(
        "simulate",
        "durability",
        "--warehouse",
        warehouse,
        "--machines",
        "5",
        "--replicas",
        "2",
        "--popular-replicas",
        "3",
        "--trials",
        "60",
        "--set",
        BLOCKS);
    assertThat(rows(warehouse, "SELECT DISTINCT scheme FROM durability_result")).hasSize(5);

    varve("check", "--warehouse", warehouse);
    varve(
        "report",
        "availability-by-failures",
        "availability-by-popular-replicas",
        "availability-front",
        "deletion-leakage",
        "deletion-cost",
        "durability",
        "--warehouse",
        warehouse);
    assertThat(printed()).contains("availability-front").contains("deletion-leakage");
  }

  private void everyChoiceIsWhatTrialsDrawFrom(String warehouse) {
    String[] all = {
      "simulate",
      "availability",
      "--warehouse",
      warehouse,
      "--machines",
      "10",
      "--failed",
      "0,3,10",
      "--replicas",
      "2",
      "--popular-replicas",
      "3",
      "--trials",
      "all",
      "--set",
      BLOCKS
    };
    varve(all);
    String counted = EVERYTHING.replace(" ORDER", " WHERE source = 'counted' ORDER");
    List<Map<String, String>> exact = rows(warehouse, counted);
    assertThat(exact).hasSize(5 * 3);
    // The same placement, and failures drawn.
    List<String> drawn = new ArrayList<>(Arrays.asList(all));
    drawn.set(drawn.indexOf("all"), "5000");
    drawn.addAll(List.of("--set", "availability.fresh-shards=0"));
    varve(drawn.toArray(new String[0]));
    List<Map<String, String>> trials = rows(warehouse, counted);
    for (int at = 0; at < exact.size(); at++) {
      Map<String, String> row = exact.get(at);
      String choices = Map.of("0", "1", "3", "120", "10", "1").get(row.get("failed"));
      assertThat(row).containsEntry("trials", choices).containsEntry("placements", "1");
      assertThat(row.get("simulated_low")).isEqualTo(row.get("simulated_high"));
      assertThat(trials.get(at)).containsEntry("scheme", row.get("scheme"));
      assertThat(number(row, "simulated"))
          .as("%s", row)
          .isBetween(
              number(trials.get(at), "simulated_low"), number(trials.get(at), "simulated_high"));
    }
  }

  private void deletionLeaksWhatItSays(String warehouse) {
    varve("simulate", "deletion", "--warehouse", warehouse);
    String withoutPopular =
        rows(warehouse, "SELECT sum(live_bytes) AS bytes FROM deletion_result").get(0).get("bytes");
    String[] asked = {
      "simulate",
      "deletion",
      "--warehouse",
      warehouse,
      "--order",
      "oldest-first,random",
      "--false-positive-ratio",
      "0.3",
      "--repair",
      "never,cautious",
      "--set",
      "backup.sigma=0"
    };
    varve(asked);
    String query =
        "SELECT * EXCEPT (delete_nanos, repair_nanos) FROM deletion_result"
            + " ORDER BY vm, deletion_order, repair_rule, deletions";
    List<Map<String, String>> rows = rows(warehouse, query);
    String table = printed();
    List<Map<String, String>> vms =
        rows(
            warehouse,
            "SELECT vm, count(*) AS snapshots, max_by(snapshot, position) AS last FROM snapshot"
                + " GROUP BY vm");
    for (Map<String, String> vm : vms) {
      int deletions = Integer.parseInt(vm.get("snapshots")) - 1;
      assertThat(rows.stream().filter(row -> row.get("vm").equals(vm.get("vm"))))
          .hasSize(4 * deletions);
      // Oldest first, what lives at last is what the last snapshot refers to.
      String need =
          rows(
                  warehouse,
                  "SELECT sum(bytes) AS bytes FROM (SELECT DISTINCT fingerprint, bytes FROM"
                      + " segment_chunk WHERE NOT zero AND vm = '"
                      + vm.get("vm")
                      + "' AND snapshot = '"
                      + vm.get("last")
                      + "')")
              .get(0)
              .get("bytes");
      assertThat(
              rows.stream()
                  .filter(row -> row.get("vm").equals(vm.get("vm")))
                  .filter(row -> row.get("deletion_order").equals("oldest-first"))
                  .filter(row -> row.get("deletions").equals(String.valueOf(deletions))))
          .isNotEmpty()
          .allMatch(row -> row.get("live_bytes").equals(need));
    }
    // Popular data is not deleted this way, and stands apart.
    assertThat(
            rows.stream()
                .filter(row -> row.get("repair_rule").equals("never"))
                .filter(row -> row.get("deletion_order").equals("oldest-first"))
                .mapToLong(row -> Long.parseLong(row.get("live_bytes")))
                .sum())
        .isGreaterThan(Long.parseLong(withoutPopular));
    assertThat(rows.stream().filter(row -> row.get("repair_rule").equals("never")))
        .anyMatch(row -> Long.parseLong(row.get("leaked_bytes")) > 0);
    assertThat(rows.stream().filter(row -> row.get("repair_rule").equals("cautious")))
        .allMatch(row -> number(row, "leaked_ratio") <= 0.05);
    assertThat(varveOn("local[1,4]", asked)).isZero();
    rows(warehouse, query);
    assertThat(printed()).isEqualTo(table);
    List<Map<String, String>> costs =
        rows(warehouse, "SELECT * FROM deletion_cost ORDER BY method");
    assertThat(costs).hasSize(3);
    // Group after group frees what one sweep does.
    assertThat(costs.get(0).get("freed_bytes")).isEqualTo(costs.get(1).get("freed_bytes"));
    assertThat(costs).allMatch(row -> row.get("deletions").equals(String.valueOf(vms.size())));
  }

  /** Packs the files once more, one after another, without sums over windows. */
  private void assertThatRegistryBlocksAreThoseOfANaivePacking(
      String warehouse, List<Map<String, String>> results) {
    List<Map<String, String>> files =
        rows(
            warehouse,
            "SELECT hex(fingerprint) AS content, bytes, layer_digest, position FROM layer_recipe"
                + " WHERE kind = 'FILE' AND bytes > 0 ORDER BY layer_digest, position");
    List<Map<String, String>> listed =
        rows(
            warehouse,
            "SELECT DISTINCT image_layer.layer_digest, image_layer.image_digest, repository FROM"
                + " image_layer LEFT JOIN image_tag ON image_tag.image_digest ="
                + " image_layer.image_digest");
    for (String scheme : List.of("by-layer", "by-repository", "global")) {
      Map<String, List<String[]>> stores = new TreeMap<>();
      Set<String> met = new HashSet<>();
      Map<String, Set<String>> layersOf = new HashMap<>();
      files.forEach(
          file ->
              layersOf
                  .computeIfAbsent(file.get("content"), content -> new HashSet<>())
                  .add(file.get("layer_digest")));
      for (Map<String, String> file : files) {
        if (met.add(file.get("content"))) {
          Stream<String> repositories =
              listed.stream()
                  .filter(
                      row -> layersOf.get(file.get("content")).contains(row.get("layer_digest")))
                  .map(row -> row.get("repository"))
                  .filter(name -> !name.isEmpty());
          String store =
              switch (scheme) {
                case "by-layer" -> file.get("layer_digest");
                case "by-repository" -> repositories.min(String::compareTo).orElse("");
                default -> "";
              };
          stores
              .computeIfAbsent(store, name -> new ArrayList<>())
              .add(new String[] {file.get("content"), file.get("bytes")});
        }
      }
      Map<String, Set<String>> blocksOf = new HashMap<>();
      for (Map.Entry<String, List<String[]>> store : stores.entrySet()) {
        if (scheme.equals("global")) {
          store.getValue().sort((one, other) -> one[0].compareTo(other[0]));
        }
        long start = 0;
        for (String[] file : store.getValue()) {
          long end = start + Long.parseLong(file[1]);
          Set<String> blocks = blocksOf.computeIfAbsent(file[0], content -> new HashSet<>());
          for (long block = start / 65536; block * 65536 < end; block++) {
            blocks.add(store.getKey() + "/" + block);
          }
          start = end;
        }
      }
      Map<String, Set<String>> ofImages = new HashMap<>();
      for (Map<String, String> row : listed) {
        for (Map<String, String> file : files) {
          if (file.get("layer_digest").equals(row.get("layer_digest"))) {
            ofImages
                .computeIfAbsent(row.get("image_digest"), image -> new HashSet<>())
                .addAll(blocksOf.get(file.get("content")));
          }
        }
      }
      double edges = ofImages.values().stream().mapToInt(Set::size).sum();
      Map<String, String> result =
          results.stream()
              .filter(row -> row.get("scheme").equals(scheme))
              .findFirst()
              .orElseThrow();
      assertThat(number(result, "private_blocks")).isEqualTo(edges / ofImages.size());
      assertThat(result).containsEntry("owners", String.valueOf(ofImages.size()));
    }
  }

  @Test
  void aMadeUpFleetNeedsNoData() {
    String warehouse = folder.resolve("s").toString();
    varve(
        "simulate",
        "availability",
        "--synthetic",
        "--warehouse",
        warehouse,
        "--sweep",
        "--vms",
        "20",
        "--machines",
        "8,9",
        "--failed",
        "2,4",
        "--trials",
        "500",
        "--set",
        "synthetic.private-blocks=60",
        "--set",
        "synthetic.popular-blocks=5",
        "--set",
        "synthetic.popular-degree=10",
        "--set",
        "synthetic.oblivious-blocks=65",
        "--set",
        "synthetic.oblivious-degree=2",
        "--set",
        "availability.sweep.replicas=2",
        "--popular-replicas",
        "2,3");
    // vc: 2 machines x 4 placements x 2 popular x 2 failed; vo has no popular redundancy.
    List<Map<String, String>> rows = rows(warehouse, EVERYTHING);
    assertThat(rows).hasSize(32 + 16);
    varve(
        "simulate",
        "durability",
        "--synthetic",
        "--warehouse",
        warehouse,
        "--machines",
        "3",
        "--replicas",
        "3",
        "--popular-replicas",
        "3",
        "--repair-work",
        "exponential",
        "--mean-hours-to-failure",
        "1000",
        "--trials",
        "2000",
        "--set",
        "durability.machine-bytes-per-second=100kB",
        "--set",
        "synthetic.private-blocks=60",
        "--set",
        "durability.total-bytes-per-second=100kB",
        "--set",
        "synthetic.oblivious-blocks=560",
        "--vms",
        "20",
        "--set",
        "synthetic.popular-degree=10",
        "--set",
        "synthetic.oblivious-degree=2");
    for (Map<String, String> row : rows(warehouse, "SELECT * FROM durability_result")) {
      assertThat(number(row, "markov_per_year"))
          .as("%s", row)
          .isBetween(number(row, "loss_per_year_low"), number(row, "loss_per_year_high"));
      assertThat(number(row, "losses")).isPositive();
    }
    varve("check", "--warehouse", warehouse);
  }

  @Test
  void everySimulationHelpsWithAnExample() {
    for (String simulation : List.of("availability", "durability", "deletion")) {
      printed.reset();
      assertThat(CommandLines.run("simulate", simulation, "--help")).isZero();
      assertThat(printed()).contains("Example").contains("varve simulate " + simulation);
    }
  }

  @Test
  void everyWrongOptionIsNamedAtOnce() {
    int code =
        varveOn(
            "local[1,4]",
            "simulate",
            "availability",
            "--warehouse",
            folder.resolve("none").toString(),
            "--machines",
            "0,ten",
            "--placement",
            "anywhere",
            "--replicas",
            "rs-6",
            "--correlation",
            "sometimes",
            "--fail-probability",
            "2",
            "--trials",
            "-1");
    assertThat(code).isEqualTo(2);
    assertThat(complained.toString(StandardCharsets.UTF_8))
        .contains("availability.machines is 0")
        .contains("availability.machines is ten")
        .contains("anywhere")
        .contains("rs-6")
        .contains("sometimes")
        .contains("fail-probability is 2")
        .contains("trials is -1");
    assertThat(
            varveOn(
                "local[1,4]",
                "simulate",
                "availability",
                "--warehouse",
                "w",
                "--machines",
                "4",
                "--failed",
                "5",
                "--replicas",
                "6"))
        .isEqualTo(2);
    assertThat(complained.toString(StandardCharsets.UTF_8))
        .contains("5 of 4 machines fail")
        .contains("6 do not fit on 4 machines");
    assertThat(
            varveOn(
                "local[1,4]",
                "simulate",
                "deletion",
                "--warehouse",
                "w",
                "--order",
                "alphabetic",
                "--false-positive-ratio",
                "1.5"))
        .isEqualTo(2);
    assertThat(complained.toString(StandardCharsets.UTF_8))
        .contains("alphabetic")
        .contains("false-positive-ratio is 1.5");
    assertThat(varveOn("local[1,4]", "simulate", "availability")).isEqualTo(2);
    assertThat(
            varveOn(
                "local[1,4]",
                "simulate",
                "availability",
                "--warehouse",
                folder.resolve("none").toString()))
        .isEqualTo(4);
  }
}
