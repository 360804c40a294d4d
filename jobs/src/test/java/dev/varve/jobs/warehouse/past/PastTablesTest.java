package dev.varve.jobs.warehouse.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.warehouse.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastTablesTest {
  @ParameterizedTest
  @CsvSource({
    "run, run",
    "layer, layer",
    "image, image",
    "image_tag, image_tag",
    "snapshot, snapshot",
    "vm, vm",
    "rejected_blob, rejected_blob",
    "sighting, sighting",
    "snapshot_sighting, snapshot_sighting",
    "source, by_run",
    "artifact, by_manifest",
    "manifest, by_manifest",
    "layer_phase, by_layer_run",
    "layer_pull, by_layer_run",
    "layer_recipe, by_layer",
    "layer_framing, by_layer",
    "image_layer, by_image",
    "segment, by_snapshot",
    "segment_recipe, by_snapshot",
    "chain_map, by_snapshot",
    "chain_file, by_snapshot",
    "file_recipe, by_content",
    "content_sample, by_sample",
    "layer_rebuild, by_result",
    "image_category, by_result",
    "startup_file, by_result",
    "block_owner, by_result",
    "chunker_result, by_result"
  })
  void aTableIsCutByWhatItsColumnsTell(String table, String file) {
    assertThat(PastTables.selectionQuery(table)).isEqualTo(file);
  }

  /** Who adds a table whose rows say nothing of when they came adds it here, and to the help. */
  @Test
  void ofFewTablesItIsNotKnownWhenRowsCame() {
    List<String> unknown = new ArrayList<>();
    for (String table : Tables.names()) {
      if (List.of("by_count", "by_manifest").contains(PastTables.selectionQuery(table))) {
        unknown.add(table);
      }
    }
    assertThat(unknown).containsExactlyInAnyOrder("artifact", "manifest", "manifest_reference");
  }
}
