package dev.varve.jobs.warehouse.table;

import static dev.varve.jobs.warehouse.table.TwoStates.AFTER;
import static dev.varve.jobs.warehouse.table.TwoStates.BEFORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publications that are decided and not carried out, and journals that are not ours. */
class UnfinishedPublicationsTest {
  @TempDir private static Path parts;
  private static TwoStates states;

  @TempDir private Path folder;
  private Path root;

  @BeforeAll
  static void makeParts() throws IOException {
    states = TwoStates.make(parts);
  }

  @BeforeEach
  void copy() {
    root = SmallWorld.copy(states.before(), folder.resolve("w"));
  }

  private static WarehouseFiles warehouse(Path root) throws IOException {
    return SparkRows.warehouse(states.spark(), root.toString());
  }

  private static void write(Path root) throws IOException {
    WarehouseWriter.open(warehouse(root), 0, 60, owner -> {}).close();
  }

  @Test
  void aReaderSeesAllOfItsTablesAsOfAfterIt() throws Exception {
    assertThat(states.rows(root)).isEqualTo(BEFORE);
    states.decideSecond(root);
    assertThat(states.rows(root)).isEqualTo(AFTER);
    assertThat(warehouse(root).isUnfinished()).isTrue();
    // One of its files is at its place already.
    Files.move(
        root.resolve(".varve/staging/900/two/phases3.parquet"),
        root.resolve("layer_phase/two-00000.parquet"));
    assertThat(states.rows(root)).isEqualTo(AFTER);
  }

  @Test
  void aReaderKeepsToTheMomentThatItBeganAt() throws Exception {
    WarehouseFiles then = warehouse(root).now();
    states.publishSecond(root);
    assertThat(SparkRows.of(states.spark(), then, "layer_phase").count())
        .isEqualTo(BEFORE.get("layer_phase"));
    assertThat(SparkRows.of(states.spark(), warehouse(root), "layer_phase").count())
        .isEqualTo(AFTER.get("layer_phase"));
  }

  @Test
  void aCopiedWarehouseFinishesItsOwnAndLeavesTheOriginalAlone() throws Exception {
    states.decideSecond(root);
    TwoStates.forgetLock(root);
    Path copy = SmallWorld.copy(root, folder.resolve("copied elsewhere"));
    Files.writeString(copy.resolve(".varve/locks/lock-901"), "released");
    write(copy);
    assertThat(warehouse(copy).isUnfinished()).isFalse();
    assertThat(states.rows(copy)).isEqualTo(AFTER);
    assertThat(warehouse(root).isUnfinished()).isTrue();
    assertThat(root.resolve(".varve/staging/900/two/phases3.parquet")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /etc/hostname,                                layer_phase/x.parquet,      not a rename
          .varve/staging/1/../../../secret,             layer_phase/x.parquet,      not a rename
          layer_phase/one-00000.parquet,                layer_phase/x.parquet,      not a rename
          .varve/staging/900/two/phases3.parquet,       ../other/x.parquet,         not a rename
          .varve/staging/900/two/phases3.parquet,       no_table/x.parquet,         not a rename
          .varve/staging/900/two/phases3.parquet,       layer_phase/x.txt,          not a rename
          layer_phase/one-00000.parquet,                .varve/damaged/r/../../../x.parquet, not a rename
          """)
  void aMoveThatLeavesTheWarehouseIsNotFollowed(String from, String to, String fault)
      throws Exception {
    states.decideSecond(root);
    Path journal = root.resolve(".varve/commits/900/two.moves");
    String title = Files.readString(journal).lines().findFirst().orElseThrow();
    refuses(journal, title + "\n" + from + "\t" + to + "\t1\t1\n", fault);
  }

  @Test
  void aJournalOfAnotherWarehouseOrOfNoneIsNotFollowed() throws Exception {
    states.decideSecond(root);
    Path journal = root.resolve(".varve/commits/900/two.moves");
    String text = Files.readString(journal);
    refuses(journal, text.replaceFirst("warehouse \\S+", "warehouse another"), "belongs to");
    refuses(journal, text.substring(text.indexOf('\n') + 1), "first line");
    refuses(journal, text.substring(0, text.length() - 3), "cut off");
    refuses(journal, text.replaceAll("\t\\d+\n", "\tmany\n"), "no bytes and rows");
  }

  /** Nothing moves, whoever reads or writes is told of the file, and the tables stay. */
  private void refuses(Path journal, String text, String fault) throws IOException {
    Files.writeString(journal, text);
    Files.writeString(root.resolve(".varve/locks/lock-901"), "released");
    assertThatThrownBy(() -> write(root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("two.moves")
        .hasMessageContaining(fault);
    assertThatThrownBy(() -> warehouse(root).now()).hasMessageContaining(fault);
    assertThat(root.resolve("layer_phase")).isDirectoryContaining("glob:**one-00000.parquet");
    try (Stream<Path> files = Files.list(root.resolve("layer_phase"))) {
      assertThat(files).hasSize(1);
    }
    // Whoever was to follow it has put its folder away.
    Path ended = root.resolve(".varve/commits/900.ended");
    if (Files.exists(ended)) {
      Files.move(ended, root.resolve(".varve/commits/900"));
    }
  }
}
