package dev.varve.jobs.engine.run;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.Staleness.PastRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Runs in the order in which they came. file_sharing is made from layers and images, chunk_sharing
 * from snapshots, both by derive; availability_result from blocks that simulate backup packs of
 * snapshots, and from layers.
 */
class StalenessTest {
  private static final Map<String, Long> LAYERS =
      Map.of("layer", 2L, "layer_recipe", 9L, "image_layer", 3L, "image_tag", 1L);
  private static final Map<String, Long> SNAPSHOTS =
      Map.of("snapshot", 1L, "segment", 4L, "segment_recipe", 4L);
  private static final Map<String, Long> SHARING = Map.of("file_sharing", 5L, "chunk_sharing", 0L);
  private static final Map<String, Long> BLOCKS =
      Map.of("block_owner", 4L, "block_sharing", 4L, "backup_result", 3L);
  private static final Map<String, Long> AVAILABILITY = Map.of("availability_result", 10L);

  private final List<PastRun> runs = new ArrayList<>();

  private StalenessTest ran(String verb, Map<String, Long> counts) {
    return ran(verb, counts, null);
  }

  private StalenessTest ran(String verb, Map<String, Long> counts, @Nullable String source) {
    runs.add(new PastRun("run-%04d".formatted(runs.size()), verb, counts, source));
    return this;
  }

  private Map<String, String> stale() {
    return Staleness.of(runs);
  }

  @Test
  void nothingIsMissedOfAWarehouseWithoutRuns() {
    assertThat(stale()).isEmpty();
  }

  @Test
  void derivedTablesAreMissedOnceThereIsWhatTheyAreMadeFrom() {
    ran("ingest registry", LAYERS);
    assertThat(stale())
        .containsOnly(
            entry("build_line", "derive"),
            entry("file_bundle", "derive"),
            entry("file_origin", "derive"),
            entry("file_path", "derive"),
            entry("file_sharing", "derive"),
            entry("image_update", "derive"),
            entry("image_update_directory", "derive"),
            entry("image_update_layer", "derive"),
            entry("layer_duplicate", "derive"),
            entry("layer_removable", "derive"),
            entry("layer_twin", "derive"));
    ran("ingest snapshots", SNAPSHOTS);
    assertThat(stale())
        .containsOnlyKeys(
            "build_line",
            "file_bundle",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin",
            "chunk_bundle",
            "chunk_sharing");
    ran("derive", SHARING);
    assertThat(stale()).isEmpty();
  }

  @Test
  void whatIsMadeOnRequestIsMissedByNobodyUntilItIsThere() {
    ran("ingest registry", LAYERS).ran("derive", SHARING);
    ran("ingest registry", Map.of("layer", 1L, "content_sample", 1L));
    assertThat(stale())
        .containsOnlyKeys(
            "file_bundle",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin",
            "file_compression");
    ran("ingest registry", Map.of("layer", 1L, "file_recipe", 3L));
    assertThat(stale())
        .containsOnlyKeys(
            "file_bundle",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin",
            "file_compression",
            "content_dedup",
            "image_update_chunk");
    ran("derive", SHARING);
    assertThat(stale()).isEmpty();
    ran("ingest registry", LAYERS);
    assertThat(stale())
        .containsOnlyKeys(
            "build_line",
            "file_bundle",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin",
            "file_compression",
            "content_dedup",
            "image_update_chunk");
  }

  @Test
  void aDerivedTableIsStaleWhenWhatItIsMadeFromCameLater() {
    ran("ingest registry", LAYERS).ran("derive", SHARING).ran("ingest snapshots", SNAPSHOTS);
    assertThat(stale())
        .as("layers did not change")
        .containsOnlyKeys("chunk_bundle", "chunk_sharing");
    ran("derive", SHARING);
    assertThat(stale()).isEmpty();
  }

  @Test
  void aRunThatAddedNothingMakesNothingStale() {
    ran("ingest registry", LAYERS).ran("derive", SHARING);
    ran("ingest registry", Map.of("layer", 0L, "layer_recipe", 0L, "blobs_read", 7L));
    assertThat(stale()).isEmpty();
    ran("ingest registry", Map.of("layer", 0L, "layer_recipe", 0L, "image_tag", 1L));
    assertThat(stale())
        .as("one of its tables")
        .containsOnlyKeys(
            "file_origin",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer");
  }

  @Test
  void aSimulationThatWasNeverRunIsNotMissed() {
    ran("ingest registry", LAYERS).ran("ingest snapshots", SNAPSHOTS).ran("derive", SHARING);
    assertThat(stale()).isEmpty();
    ran("simulate backup", BLOCKS).ran("ingest snapshots", SNAPSHOTS);
    assertThat(stale())
        .containsEntry("backup_result", "simulate backup")
        .containsEntry("block_sharing", "simulate backup")
        .containsEntry("chunk_sharing", "derive")
        .doesNotContainKeys("availability_result", "durability_result", "deletion_result");
  }

  @Test
  void whatIsMadeFromWhatAnotherSimulationMadeIsStaleAfterThat() {
    ran("ingest snapshots", SNAPSHOTS).ran("derive", SHARING).ran("simulate backup", BLOCKS);
    ran("simulate availability", AVAILABILITY, Staleness.COUNTED);
    assertThat(stale()).isEmpty();
    ran("simulate backup", BLOCKS);
    assertThat(stale())
        .containsExactlyEntriesOf(Map.of("availability_result", "simulate availability"));
  }

  @Test
  void resultsOfOtherSourcesDoNotComeFromThisWarehouse() {
    for (String source : List.of("synthetic", "published")) {
      runs.clear();
      ran("ingest snapshots", SNAPSHOTS).ran("derive", SHARING).ran("simulate backup", BLOCKS);
      ran("simulate availability", AVAILABILITY, source).ran("simulate backup", BLOCKS);
      assertThat(stale()).as(source + " alone is never stale").isEmpty();
      ran("simulate availability", AVAILABILITY, Staleness.COUNTED).ran("simulate backup", BLOCKS);
      ran("simulate availability", AVAILABILITY, source);
      assertThat(stale())
          .as(source + " does not make counted rows anew")
          .containsOnlyKeys("availability_result");
    }
  }

  @Test
  void ofARunThatCountedNoTablesAnythingMayHaveChanged() {
    ran("ingest registry", LAYERS).ran("derive", SHARING);
    ran("ingest registry", Map.of("blobs_read", 0L, "rows", 12L));
    assertThat(stale())
        .containsOnlyKeys(
            "build_line",
            "file_bundle",
            "file_origin",
            "file_path",
            "file_sharing",
            "image_update",
            "image_update_directory",
            "image_update_layer",
            "layer_duplicate",
            "layer_removable",
            "layer_twin");
    ran("derive", Map.of());
    assertThat(stale()).as("an earlier version made all of its tables").isEmpty();
  }

  @Test
  void aVerbThatNoTableKnowsChangesNothing() {
    ran("ingest registry", LAYERS).ran("derive", SHARING).ran("simulate weather", Map.of());
    assertThat(stale()).isEmpty();
  }

  @Test
  void whatIsStaleIsOneSentenceWithTheCommandsThatMakeIt() {
    assertThat(
            Staleness.sentence(
                Map.of("b", "derive", "a", "derive", "pull_summary", "simulate pulls")))
        .isEqualTo(
            "missing, or older than what was ingested: a, b (reports leave it out; run: varve"
                + " derive); pull_summary (run: varve simulate pulls)");
  }
}
