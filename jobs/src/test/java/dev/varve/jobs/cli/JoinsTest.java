package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.local.ExplainedEngine;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The joins of all queries of ingests, derive, simulations and reports, as DuckDB plans them: none
 * takes work that grows with the product of two tables that grow.
 */
class JoinsTest {
  /** Joins that compare each row with each. */
  private static final Set<String> EACH_WITH_EACH =
      Set.of(
          "NESTED_LOOP_JOIN",
          "BLOCKWISE_NL_JOIN",
          "CROSS_PRODUCT",
          "POSITIONAL_JOIN",
          "PIECEWISE_MERGE_JOIN",
          "IE_JOIN");

  /** Operators whose rows do not grow with the data. */
  private static final Set<String> FEW =
      Set.of(
          "UNGROUPED_AGGREGATE",
          "COLUMN_DATA_SCAN",
          "DUMMY_SCAN",
          "EMPTY_RESULT",
          "EXPRESSION_SCAN",
          "TOP_N",
          "LIMIT",
          "STREAMING_LIMIT");

  /** Operators with as many rows as the one below them, or fewer. */
  private static final Set<String> OVER_ONE =
      Set.of(
          "PROJECTION",
          "FILTER",
          "ORDER_BY",
          "WINDOW",
          "STREAMING_WINDOW",
          "HASH_GROUP_BY",
          "PERFECT_HASH_GROUP_BY");

  /** Queries of such a join whose smaller side DuckDB does not know to be small, and what it is. */
  private static final Map<String, String> SMALL_SIDE =
      Map.ofEntries(
          Map.entry("checks/what-retention-frees-is-not-needed", "a row per policy"),
          Map.entry("reports/coverage", "a row per list of inputs"),
          Map.entry("reports/formats", "one row"),
          Map.entry("reports/opportunities", "a row per list of inputs"),
          Map.entry("reports/savings-by-convention", "a row per rule on paths"),
          Map.entry("reports/savings-by-directory", "a row per depth of folders"),
          Map.entry("simulate/fleet_part", "a row per scheme"),
          Map.entry("simulate/format_coded", "a row per coding"),
          Map.entry("simulate/format_content_sized", "a row per coding"),
          Map.entry("simulate/format_part", "a row per format"),
          Map.entry("simulate/format_pull", "a row per format"),
          Map.entry("simulate/format_sized", "a row per coding"),
          Map.entry("simulate/format_start", "a row per format"),
          Map.entry("simulate/format_update", "a row per format"),
          Map.entry("simulate/layer_plan_result", "a row per limit of layers"),
          Map.entry("simulate/pull_storage", "a row per share of popular layers"),
          Map.entry("simulate/retention_blob", "a row per policy"),
          Map.entry("simulate/retention_result", "a row per policy"),
          Map.entry("simulate/startup_pull", "a row per block size and network"),
          Map.entry("twin/layer_removable", "a row per rule on paths"),
          Map.entry("update/chunk_set", "a row per chunker"),
          Map.entry("views/newest_ingest", "a row per list of inputs"));

  private static final Map<String, String> ANSWERS = answers();
  private static final Map<String, Set<String>> FOUND = new ConcurrentHashMap<>();
  private static final Set<String> PLANNED = ConcurrentHashMap.newKeySet();

  @TempDir private static Path folder;

  @BeforeAll
  static void plan() throws Exception {
    Path warehouse = folder.resolve("w");
    String location = warehouse.toString();
    // Lines of images that are long enough to plan layers from.
    Path registry = folder.resolve("registry");
    RegistryWorld.write(new Seed(3), new WorldSize(2, 6, 2, 2, 4, 12, 8), registry);
    SettingReader settings = settings();
    try (Runs runs = explained()) {
      new IngestRegistry(RegistrySettings.read(settings))
          .run(runs, List.of(registry.toString()), location);
      new IngestSnapshots(SnapshotSettings.read(settings))
          .run(runs, List.of(SmallWorld.disks().toString()), location);
      Derive.read(settings).run(runs, location);
    }
    for (Simulation simulation : simulations()) {
      Simulation.Job job = simulation.read(new Simulation.Request(settings(), Set.of(), Set.of()));
      try (Runs runs = explained()) {
        job.run(runs, location);
      }
    }
    try (Queries queries = BothEngines.duck(warehouse, JoinsTest::explained)) {
      BothEngines.reports(queries, List.copyOf(SqlFiles.folder("reports").keySet()));
      queries.faults();
    }
  }

  /** Those of the thorough run, as they take most of the time. */
  private static List<Simulation> simulations() {
    return Boolean.getBoolean("thorough") ? Simulations.ALL : List.of();
  }

  private static SettingReader settings() {
    return TestEngine.settings(
        "engine.name=local", "availability.trials=100", "durability.trials=10");
  }

  private static Runs explained() {
    return TestEngine.runs(settings(), JoinsTest::explained);
  }

  private static Engine explained(Engine engine) {
    return ExplainedEngine.of(engine, JoinsTest::add);
  }

  private static void add(Query query, JsonNode plan) {
    String name = name(query);
    PLANNED.add(name);
    Map<String, JsonNode> named = new HashMap<>();
    List<String> joins = new ArrayList<>();
    for (JsonNode root : plan.isArray() ? plan : List.of(plan)) {
      joins(root, named, joins);
    }
    if (!joins.isEmpty()) {
      FOUND.computeIfAbsent(name, key -> ConcurrentHashMap.newKeySet()).addAll(joins);
    }
  }

  /** Folder and name; answers are known by their first line. */
  private static String name(Query query) {
    return query.folder().isEmpty()
        ? ANSWERS.getOrDefault(firstLine(query.sql()), firstLine(query.sql()))
        : query.folder() + "/" + query.name();
  }

  private static String firstLine(String sql) {
    String text = sql.strip().replaceFirst("^SELECT \\* FROM \\(\\s*", "");
    return text.lines().findFirst().orElse("");
  }

  private static Map<String, String> answers() {
    Map<String, String> names = new HashMap<>();
    for (String of : List.of("reports", "checks", "headline")) {
      SqlFiles.folder(of).forEach((name, sql) -> names.put(firstLine(sql), of + "/" + name));
    }
    return names;
  }

  private static void joins(JsonNode node, Map<String, JsonNode> named, List<String> found) {
    String operator = node.path("name").asText().strip();
    JsonNode below = node.path("children");
    if (operator.equals("CTE")) {
      named.put(node.at("/extra_info/Table Index").asText(), below.path(0));
    }
    for (JsonNode child : below) {
      joins(child, named, found);
    }
    if (EACH_WITH_EACH.contains(operator)
        && !isFew(below.path(0), named)
        && !isFew(below.path(1), named)) {
      found.add(operator + " " + node.path("extra_info"));
    }
  }

  private static boolean isFew(JsonNode node, Map<String, JsonNode> named) {
    String operator = node.path("name").asText().strip();
    JsonNode below = node.path("children");
    if (operator.equals("CTE_SCAN")) {
      String index = node.at("/extra_info/CTE Index").asText();
      return isFew(named.getOrDefault(index, MissingNode.getInstance()), named);
    }
    if (OVER_ONE.contains(operator)) {
      return isFew(below.path(0), named);
    }
    if (operator.equals("CTE")) {
      return isFew(below.path(1), named);
    }
    if (EACH_WITH_EACH.contains(operator) || operator.equals("UNION")) {
      return isFew(below.path(0), named) && isFew(below.path(1), named);
    }
    return FEW.contains(operator);
  }

  @Test
  void noneGrowsWithAProduct() {
    Map<String, Set<String>> found = new TreeMap<>(FOUND);
    found.keySet().removeAll(SMALL_SIDE.keySet());
    assertThat(found).isEmpty();
  }

  /** Only the thorough run has rows of all simulations. */
  @Test
  @Tag("thorough")
  void eachExceptionIsStillOne() {
    assertThat(FOUND.keySet()).containsAll(SMALL_SIDE.keySet());
  }

  /** So that the others have looked at something. */
  @Test
  void theQueriesOfAllVerbsArePlanned() {
    assertThat(PLANNED)
        .contains(
            "ingest/image_tag", "ingest/sighting", "ingest/snapshot", "twin/near", "update/tree")
        .containsAll(
            ANSWERS.values().stream().filter(name -> name.startsWith("reports/")).toList());
  }
}
