package dev.varve.jobs.warehouse.table;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a warehouse may be begun, and that it stays usable wherever it is. */
class WarehousePlaceTest {
  private static final String TREE = "docker/registry/v2";

  @TempDir private Path folder;

  private static void open(Path root) throws IOException {
    WarehouseFiles warehouse = SparkRows.warehouse(TestEngine.session(), root.toString());
    WarehouseWriter.open(warehouse, 5, 60, owner -> {}).close();
  }

  private static void assertRefused(Path root, String other) {
    assertThatExceptionOfType(NotDirectoryException.class)
        .isThrownBy(() -> open(root))
        .withMessageContaining(root + " ")
        .withMessageContaining(other + ";");
    assertThat(root.resolve(".varve")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner", "layer", "a/b", "a/b/c/d", ".varve/staging"})
  void aFolderWithinAnotherWarehouseIsRefused(String below) throws IOException {
    Path outer = folder.resolve("outer");
    open(outer);
    Files.createDirectories(outer.resolve("run"));
    assertRefused(outer.resolve(below), "is within the warehouse file:" + outer);
  }

  @Test
  void aFolderBesideAWarehouseOrAboveItIsFree() throws IOException {
    open(folder.resolve("a/outer"));
    open(folder.resolve("a/outer2"));
    open(folder.resolve("a"));
    assertThat(folder.resolve("a/.varve")).isDirectory();
  }

  /** It would be without use for all who have it. */
  @Test
  void aWarehouseThatAnotherWasBegunAboveOfStillOpens() throws IOException {
    Path inner = folder.resolve("outer/inner");
    open(inner);
    open(folder.resolve("outer"));
    Files.createDirectories(folder.resolve("outer/run"));
    open(inner);
  }

  /** As a run leaves it that found no input. */
  @Test
  void aFolderBelowOneWithoutAnyRunIsFree() throws IOException {
    open(folder);
    open(folder.resolve("w"));
  }

  @Test
  void aNewWarehouseInTheFolderOfAnInputIsRefused() throws IOException {
    Path layout = Files.createDirectories(folder.resolve("layout"));
    Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    assertRefused(layout, "contains an input, oci-layout");
    Path registry = folder.resolve("registry");
    Files.createDirectories(registry.resolve(TREE));
    assertRefused(registry, "contains an input, " + TREE);
  }

  /** As {@code cp -r W/* COPY} leaves it, and syncs that pass over names with a dot. */
  @Test
  void tablesWithoutWhatSaysTheyWerePublishedAreNoWarehouse() throws IOException {
    Path part = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("part"));
    Files.move(part.resolve(".varve"), folder.resolve("left-behind"));
    assertRefused(part, "contains tables of a warehouse whose folder .varve was not copied along");
    for (String verb : new String[] {"report", "check", "derive", "simulate retention"}) {
      assertThat(varve(verb + " --warehouse %s", part).endsWith(ExitCodes.NO_INPUT).err())
          .contains("and no folder .varve, which says what of them was published: copy it too");
    }
  }

  @Test
  void aFolderBelowAnInputOrWithOtherFilesIsFree() throws IOException {
    Path registry = folder.resolve("registry");
    Files.createDirectories(registry.resolve(TREE));
    open(registry.resolve("w"));
    Files.writeString(folder.resolve("notes.txt"), "x");
    Files.createDirectories(folder.resolve("docker"));
    open(folder);
  }

  @Test
  void aWarehouseThatGetsAnInputBesideItsTablesStillOpens() throws IOException {
    Path root = folder.resolve("w");
    open(root);
    Files.writeString(root.resolve("oci-layout"), "{}");
    Files.createDirectories(root.resolve(TREE));
    open(root);
    open(root);
  }

  @Test
  void linesThatWriteSayWhereElseToWrite() {
    Path outer = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("outer"));
    Path inner = outer.resolve("inner");
    String line = "ingest registry %s --warehouse %s --quiet";
    assertThat(varve(line, SmallWorld.registry(), inner).endsWith(ExitCodes.USAGE).err())
        .contains(inner.toString(), "is within the warehouse file:" + outer + ";")
        .contains("name another folder as warehouse");
    assertThat(inner).doesNotExist();
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("registry"));
    assertThat(varve(line, registry, registry).endsWith(ExitCodes.USAGE).err())
        .contains(registry + " contains an input, " + TREE);
    assertThat(registry).isDirectoryNotContaining(file -> !file.endsWith("docker"));
  }
}
