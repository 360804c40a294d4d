package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.FaultyDisk.Left;
import dev.varve.jobs.store.FaultyStore;
import dev.varve.jobs.store.FaultyStore.Fault;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many small runs, whose files and journals become few; no row changes. */
class CompactTest {
  private static final int NIGHTS = 4;

  @TempDir private Path folder;

  @AfterEach
  void mend() {
    FaultyStore.sound();
  }

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
    return rowsByTable(warehouse());
  }

  private static Map<String, String> rowsByTable(Path warehouse) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String table : List.of("layer", "layer_recipe", "image", "image_layer", "layer_phase")) {
      String sums =
          "SELECT count(*) AS rows, sum(hash(COLUMNS(*))::HUGEINT) FROM every_%s".formatted(table);
      all.put(table, rows(warehouse, sums).get(0).cells().toString());
    }
    return all;
  }

  private List<Path> filesOf(String table) throws IOException {
    return filesOf(warehouse(), table);
  }

  private static List<Path> filesOf(Path warehouse, String table) throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(table))) {
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
    assertThat(journalsOf(warehouse())).isEqualTo(2);
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

  private static void compact(Path warehouse) {
    varve("compact --warehouse %s --before 0d --set lock.stale-seconds=1", warehouse).done();
  }

  private static long journalsOf(Path warehouse) throws IOException {
    return WarehouseFiles.local(warehouse.toString()).publications().stream()
        .filter(name -> name.endsWith(".moves") || name.endsWith(".checkpoint"))
        .count();
  }

  /**
   * The power is lost at one of its calls: among them, found by halving, at the first one after its
   * publication, when its journals are not joined yet.
   */
  @Tag("thorough")
  @Test
  void aCompactThatEndsAnywhereLeavesAllRowsAndTheNextOneEndsItsWork() throws IOException {
    live();
    Map<String, String> rows = rowsByTable();
    long journals = journalsOf(warehouse());
    Path sound = SmallWorld.copy(warehouse(), folder.resolve("sound"));
    FaultyStore.watch(sound, Fault.NONE, 0);
    compact(sound);
    int last = FaultyStore.sound();
    boolean unjoined = false;
    for (int first = 1; first < last; ) {
      int call = (first + last) / 2;
      Path left = leftAt(call);
      assertThat(rowsByTable(left)).as("call %d", call).isEqualTo(rows);
      if (filesOf(left, "layer").size() == 1) {
        unjoined = journalsOf(left) > journals;
        last = call;
      } else {
        first = call + 1;
      }
      compact(left);
      assertThat(rowsByTable(left)).as("call %d", call).isEqualTo(rows);
      assertThat(filesOf(left, "layer")).hasSize(1);
      assertThat(journalsOf(left)).isEqualTo(2);
      Path damaged = left.resolve(".varve/damaged");
      assertThat(!Files.exists(damaged) || isEmpty(damaged)).as("nothing is put away").isTrue();
    }
    assertThat(unjoined).as("files were joined, and journals not yet").isTrue();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  /** A warehouse that lost its power at a call of a compact. */
  private Path leftAt(int call) throws IOException {
    Path root = SmallWorld.copy(warehouse(), folder.resolve("w" + call));
    FaultyStore.watch(root, Fault.POWER_IS_LOST, call);
    // It ends well if only its cleaning up was lost.
    assertThat(varve("compact --warehouse %s --before 0d", root).code()).isIn(0, 1);
    FaultyStore.sound();
    Path left = folder.resolve("left" + call);
    FaultyStore.leave(Left.ENTRIES, left);
    try (Stream<Path> locks = Files.list(left.resolve(".varve/locks"))) {
      for (Path lock : locks.toList()) {
        Files.writeString(lock, "released");
      }
    }
    return left;
  }

  /** Its figures are those of the runs before, of which one file was too large to be joined. */
  @Test
  void aRepairReadsWhatWasJoinedWithItsRowsAndNothingElse() throws IOException {
    live();
    Path later = folder.resolve("later");
    LayoutOfBlobs layout = new LayoutOfBlobs(later);
    byte[] archive = new byte[10240];
    layout.layer(archive, archive);
    layout.finish();
    List<Path> largest = new ArrayList<>(filesOf("layer_recipe"));
    largest.sort(Comparator.comparing(file -> file.toFile().length()));
    Path large = largest.get(largest.size() - 1);
    long bytes = 3 * Files.size(large);
    varve("compact --warehouse %s --before 0d --set ingest.file-bytes=%s", warehouse(), bytes)
        .done();
    assertThat(large).exists();
    varve("ingest registry %s --warehouse %s", later, warehouse()).done();
    Map<String, String> before = rowsByTable();
    List<Path> own = filesOf("layer").stream().filter(file -> !isJoined(file)).toList();
    assertThat(own).isNotEmpty();
    damage(large);
    varve("check --repair --warehouse %s", warehouse()).endsWith(3);
    assertThat(filesOf("layer")).as("the layers that were joined go").isEqualTo(own);
    varve("ingest registry %s --warehouse %s", folder.resolve("inputs"), warehouse()).done();
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse()).done();
    assertThat(rowsByTable().get("layer_recipe")).isEqualTo(before.get("layer_recipe"));
  }

  private static boolean isJoined(Path file) {
    return file.getFileName().toString().contains("-joined");
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    bytes[100] ^= 1;
    Files.write(file, bytes);
  }

  /** A joined file has rows of all runs: its loss is repaired by reading all inputs again. */
  @Test
  void aJoinedFileThatIsDamagedIsRepairedByTheNextIngest() throws IOException {
    live();
    Map<String, String> before = rowsByTable();
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    Path recipes = filesOf("layer_recipe").get(0);
    damage(recipes);
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
