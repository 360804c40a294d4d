package dev.varve.jobs.warehouse.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.warehouse.table.SparkRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tables say of themselves, and what they must not leave out. */
class TablesTest {
  private static final String GOOD =
      """
      -- One row a thing.
      -- More of it: with a colon.
      --
      -- made by: weigh, simulate loss
      -- from: stone, sand
      -- replaced
      CREATE TABLE heap (
        grain STRING NOT NULL COMMENT 'one of them -- or two'
      )
      """;

  private static final String STONE =
      "-- One row a stone.\n--\n-- made by: dig\n-- appended\nCREATE TABLE stone (kind STRING)";
  private static final String SAND = "-- Stones, ground.\n--\n-- from: stone\nSELECT 1";

  @Test
  void aTableSaysWhoMakesItAndFromWhat() {
    TableDeclaration heap = TableDeclaration.read("heap", GOOD, List.of());
    assertThat(heap.madeBy()).containsExactly("weigh", "simulate loss");
    assertThat(heap.from()).containsExactly("stone", "sand");
    assertThat(heap.replaced()).isTrue();
    assertThat(heap.prose()).containsExactly("One row a thing.", "More of it: with a colon.");
    assertThat(heap.columns()).containsExactly(Map.entry("grain", "STRING"));
    assertThat(TableDeclaration.read("stone", STONE, List.of()).replaced()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-- made by: weigh, simulate loss | -- | heap.sql does not say who makes it",
        "-- made by: weigh | -- mad by: weigh | unknown header line: -- mad by",
        "-- made by: weigh | -- made by: Weigh! | is made by Weigh!",
        "-- from: stone | -- form: stone | unknown header line: -- form",
        "stone, sand | stone, dust | heap.sql is made from dust",
        "-- replaced | -- | says one of -- replaced and -- appended",
        "-- from: stone, sand | -- appended | says one of -- replaced and -- appended"
      })
  void aHeaderThatLeavesOutOrMisspellsIsRefused(String part, String other, String fault) {
    assertThat(GOOD).contains(part);
    Map<String, String> tables = Map.of("heap", GOOD.replace(part, other), "stone", STONE);
    assertThatThrownBy(() -> new Tables(tables, Map.of("sand", SAND)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void allFaultsAreToldAtOnce() {
    Map<String, String> tables = Map.of("heap", GOOD, "bare", "CREATE TABLE bare (kind STRING)");
    assertThatThrownBy(() -> new Tables(tables, Map.of()))
        .hasMessageContaining("bare.sql does not say who makes it")
        .hasMessageContaining("bare.sql says one of -- replaced and -- appended")
        .hasMessageContaining("heap.sql is made from stone");
  }

  @Test
  void aViewSaysWhatItIsMadeOf() {
    assertThatThrownBy(() -> new Tables(Map.of(), Map.of("sand", "-- Stones, ground.\nSELECT 1")))
        .hasMessageContaining("views/sand.sql does not say what it is made of");
    assertThatThrownBy(() -> new Tables(Map.of(), Map.of("sand", SAND)))
        .hasMessageContaining("views/sand.sql is made from stone");
  }

  /** A table or view that a SELECT names and no header does would not be there in the run. */
  @ParameterizedTest
  @CsvSource({
    "derive, sharing, chunk_reference file_reference layer_key layer_owner zero_sharing"
        + " file_known file_class file_sample derived/content_dedup twin/exact twin/content twin/placed"
        + " update/tag update/platform update/member update/listed update/stored update/chunk_set",
    "rebuild, rebuild, sampled",
    "derive, derived, chunk_bundle chunk_sharing content_dedup file_bundle file_origin file_path"
        + " file_sharing update/tag update/platform update/member twin/exact",
    "simulate backup, simulate, scope ordered reference ranked_chunk block_owner block_sharing",
    "simulate deletion, simulate, scope ordered reference ranked_chunk snapshots_of_vms",
    "simulate retention, simulate, scope ordered reference ranked_chunk retention_snapshot"
        + " retention_member retention_listed retention_tag_name retention_fact retention_stored"
        + " retention_blob retention_file retention_tag retention_manifest retention_result",
    "simulate pulls, simulate, pull_arrival pull_content pull_known pull_image pull_manifest"
        + " pull_restored pull_slice pull_storage",
    "simulate startup, simulate, squash_image startup_names squash_recipe squash_layered"
        + " startup_named startup_file startup_result startup_pull image_squash",
    "simulate layers, simulate, layering_image layering_squash squash_recipe squash_layered"
        + " layering_entry layering_built",
    "simulate chains, simulate, chain_snapshot chain_layer chain_run",
    "simulate availability, simulate, vm_block vm_owner image_file image_place image_block"
        + " image_owner fleet_owner fleet_part fleet_scheme",
    "simulate durability, simulate, vm_block image_file image_place image_block fleet_scheme"
  })
  void aVerbReadsWhatItsSelectsName(String verb, String folder, String files) {
    Set<String> named = new TreeSet<>();
    for (String file : files.split(" ")) {
      int slash = file.indexOf('/');
      String of = slash < 0 ? folder : file.substring(0, slash);
      named.addAll(named(SqlFiles.text(of, file.substring(slash + 1))));
    }
    Set<String> from = new TreeSet<>();
    Tables.madeBy(verb).forEach(table -> from.addAll(Tables.declaration(table).from()));
    assertThat(from).isEqualTo(named);
  }

  @Test
  void aDefinitionNamesWhatItsTableIsMadeFrom() {
    SqlFiles.folder("derived")
        .forEach(
            (table, sql) ->
                assertThat(Tables.declaration(table).from())
                    .containsExactlyInAnyOrderElementsOf(named(sql)));
  }

  /** Tables and views behind FROM and JOIN, by other means than a parser. */
  private static Set<String> named(String sql) {
    Set<String> known = new TreeSet<>(Tables.names());
    known.addAll(SqlFiles.folder("views").keySet());
    return Pattern.compile("\\b(?:FROM|JOIN) ([a-z_]+)")
        .matcher(sql)
        .results()
        .map(found -> found.group(1))
        .filter(known::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void whatAVerbReadsStandsAfterWhatItIsMadeOf() {
    assertThat(Tables.madeBy("derive"))
        .containsExactly(
            "build_line",
            "chunk_bundle",
            "chunk_sharing",
            "content_dedup",
            "file_bundle",
            "file_compression",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_chunk",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin",
            "path_convention",
            "removable_path",
            "run");
    assertThat(Tables.readBy("derive"))
        .containsExactly(
            "image_layer",
            "snapshot",
            "segment_recipe",
            "segment_chunk",
            "snapshot_number",
            "segment",
            "layer",
            "layer_recipe",
            "image_category",
            "file_recipe",
            "file_chunk",
            "content_sample",
            "layer_number",
            "image_tag",
            "image",
            "manifest_reference",
            "waiting_layer");
    assertThat(Tables.readBy("ingest registry")).isEmpty();
    assertThat(Tables.declaration("run").madeBy()).containsExactly(TableDeclaration.EVERY_VERB);
  }

  /** Those who do without the engine's parser read the same columns. */
  @Test
  void theColumnsAreThoseThatTheEngineReads() {
    for (String table : Tables.names()) {
      Map<String, String> read = new LinkedHashMap<>();
      for (StructField field : SparkRows.schema(table).fields()) {
        read.put(field.name(), field.dataType().sql());
      }
      assertThat(Tables.declaration(table).columns()).as(table).containsExactlyEntriesOf(read);
    }
  }

  /** Headers say which these are; the text of either engine may name no other. */
  @Test
  void everyViewStandsBehindThoseThatItIsMadeOf() {
    Set<String> before = new TreeSet<>(Tables.names());
    for (String view : Tables.views()) {
      assertThat(before).as(view).containsAll(named(SqlFiles.text("views", view)));
      assertThat(before).as(view).containsAll(named(DuckText.views().getOrDefault(view, "")));
      before.add(view);
    }
    assertThat(before).containsAll(SqlFiles.folder("views").keySet());
  }
}
