package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many small runs, whose files and journals become few; no row changes. */
class CompactTest {
  private static final int NIGHTS = 4;

  @TempDir private Path folder;

  private Path warehouse() {
    return folder.resolve("w");
  }

  /** Nights of one new image each, and of the small world in the last. */
  private void live() throws IOException {
    Path inputs = folder.resolve("inputs");
    for (int night = 0; night < NIGHTS; night++) {
      LayoutOfBlobs layout = new LayoutOfBlobs(inputs.resolve("night" + night));
      byte[] archive = new byte[1024 * (night + 1)];
      layout.layer(archive, archive);
      layout.finish();
      varve("ingest registry %s --warehouse %s", inputs, warehouse()).done();
    }
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse()).done();
    varve("derive --warehouse %s", warehouse()).done();
  }

  private Map<String, String> rowsByTable() throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String table : List.of("layer", "layer_recipe", "image", "image_layer", "layer_phase")) {
      String sums =
          "SELECT count(*) AS rows, sum(hash(COLUMNS(*))::HUGEINT) FROM every_%s".formatted(table);
      all.put(table, rows(warehouse(), sums).get(0).cells().toString());
    }
    return all;
  }

  private List<Path> filesOf(String table) throws IOException {
    try (Stream<Path> files = Files.list(warehouse().resolve(table))) {
      return new ArrayList<>(files.sorted().toList());
    }
  }

  @Test
  void smallFilesAndJournalsBecomeOneAndRowsStay() throws IOException {
    live();
    Map<String, String> before = rowsByTable();
    assertThat(filesOf("layer")).hasSize(NIGHTS + 1);
    String said = varve("compact --warehouse %s --before 0d", warehouse()).done().err();
    assertThat(said).contains("0 rows dropped", "small files joined");
    assertThat(rowsByTable()).isEqualTo(before);
    assertThat(filesOf("layer")).hasSize(1);
    assertThat(WarehouseFiles.local(warehouse().toString()).publications()).hasSize(2);
    assertThat(varve("check --files --warehouse %s", warehouse()).done().out())
        .contains("files are as published", "checks pass");
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    assertThat(rowsByTable()).isEqualTo(before);
    assertThat(
            varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse())
                .done()
                .err())
        .contains("read      0 layers");
  }

  /** A joined file has rows of all runs: its loss is repaired by reading all inputs again. */
  @Test
  void aJoinedFileThatIsDamagedIsRepairedByTheNextIngest() throws IOException {
    live();
    Map<String, String> before = rowsByTable();
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    Path recipes = filesOf("layer_recipe").get(0);
    byte[] bytes = Files.readAllBytes(recipes);
    bytes[bytes.length / 2] ^= 1;
    bytes[100] ^= 1;
    Files.write(recipes, bytes);
    varve("check --repair --warehouse %s", warehouse()).endsWith(3);
    assertThat(filesOf("layer")).isEmpty();
    varve("ingest registry %s --warehouse %s", folder.resolve("inputs"), warehouse()).done();
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse()).done();
    Map<String, String> after = rowsByTable();
    assertThat(after.get("layer_recipe")).isEqualTo(before.get("layer_recipe"));
    assertThat(varve("check --files --warehouse %s", warehouse()).done().out())
        .contains("files are as published");
  }
}
