package dev.varve.jobs.warehouse.table;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warehouses that a stranger made, with links and files in the places of ours. */
class LinksBelowWarehouseTest {
  @TempDir private Path folder;
  private Path root;
  private Path victim;

  @BeforeEach
  void make() throws IOException {
    root = folder.resolve("w");
    victim = Files.createDirectories(folder.resolve("victim"));
    // As writers name their folders: the next one deletes those of lower numbers.
    Files.createDirectories(victim.resolve("0/deep"));
    Files.writeString(victim.resolve("0/deep/photo"), "of value");
    Files.writeString(victim.resolve("one.parquet"), "of value");
  }

  private static void open(Path root) throws IOException {
    WarehouseWriter.open(WarehouseFiles.local(root.toString()), 0, 60, owner -> {}).close();
  }

  private void assertVictimIsWhole() {
    assertThat(victim.resolve("0/deep/photo")).hasContent("of value");
    assertThat(victim.resolve("one.parquet")).hasContent("of value");
    assertThat(victim).isDirectoryNotContaining(file -> !"0one.parquet".contains(name(file)));
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".varve",
        ".varve/staging",
        ".varve/staging/0",
        ".varve/commits",
        ".varve/commits/0.ended",
        ".varve/published",
        ".varve/locks",
        ".varve/damaged",
        "layer",
        "run",
        "layer/below"
      })
  void aLinkedFolderIsRefusedBeforeAnythingIsWritten(String place) throws IOException {
    link(place, victim);
    assertRefused(place);
  }

  @ParameterizedTest
  @ValueSource(strings = {".varve/identity", "layer/one.parquet", "run/run.parquet"})
  void aLinkedFileIsRefused(String place) throws IOException {
    link(place, victim.resolve("one.parquet"));
    assertRefused(place);
  }

  @ParameterizedTest
  @ValueSource(strings = {".varve", ".varve/staging", "layer", "layer/one.parquet"})
  void aLinkThatLeadsNowhereIsRefused(String place) throws IOException {
    link(place, victim.resolve("none"));
    assertRefused(place);
  }

  private void link(String place, Path to) throws IOException {
    Path link = root.resolve(place);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, to);
  }

  private void assertRefused(String place) {
    assertThatExceptionOfType(NotDirectoryException.class)
        .isThrownBy(() -> open(root))
        .withMessageContaining(root.resolve(place) + " is a symbolic link;");
    assertVictimIsWhole();
  }

  @Test
  void theWarehouseItselfMayBeReachedByALinkAndContainOthersThatAreNotOurs() throws IOException {
    Path real = Files.createDirectories(folder.resolve("real"));
    Files.createSymbolicLink(real.resolve("notes"), victim);
    Files.createSymbolicLink(root, real);
    open(root);
    open(root);
    assertThat(real.resolve(".varve/locks")).isDirectory();
    assertVictimIsWhole();
  }

  @Test
  void everyVerbThatWritesRefusesOne() throws IOException {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), root);
    Path staging = warehouse.resolve(".varve/staging");
    try (var left = Files.list(staging)) {
      assertThat(left).isEmpty();
    }
    Files.delete(staging);
    Files.createSymbolicLink(staging, victim);
    for (String line :
        new String[] {
          "derive --warehouse %s --quiet",
          "simulate retention --warehouse %s --quiet",
          "ingest registry " + SmallWorld.registry() + " --warehouse %s --quiet",
        }) {
      assertThat(varve(line, warehouse).endsWith(ExitCodes.USAGE).err())
          .contains(staging + " is a symbolic link;");
    }
    varve("report dedup-summary --warehouse %s", warehouse).done();
    assertVictimIsWhole();
  }

  @Test
  void whatIsDeletedIsNotWhatALinkLeadsTo() throws IOException {
    Store files = LocalStore.disk();
    Path staging = Files.createDirectories(root.resolve("staging/7/deep"));
    Files.createSymbolicLink(staging.resolve("folder"), victim);
    Files.createSymbolicLink(staging.resolve("file"), victim.resolve("one.parquet"));
    Files.writeString(staging.resolve("plain"), "x");
    files.deleteBelow(path(root), path(root.resolve("staging/7")));
    assertThat(root.resolve("staging")).isEmptyDirectory();
    files.deleteBelow(path(root), path(root.resolve("staging/7")));
    // One that took the place of the folder after all had been looked at.
    Files.delete(root.resolve("staging"));
    Files.createSymbolicLink(root.resolve("staging"), victim);
    assertThatIOException()
        .isThrownBy(() -> files.deleteBelow(path(root), path(root.resolve("staging/0"))));
    assertVictimIsWhole();
    files.deleteBelow(path(root), path(root.resolve("staging")));
    assertThat(root).isEmptyDirectory();
    assertVictimIsWhole();
  }

  private static String path(Path path) {
    return Locations.of(path);
  }

  @Test
  void aJournalOfTwoGigabytesIsNotRead() throws IOException {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), root);
    Path journal = warehouse.resolve(".varve/published/0000000009-000000-x.moves");
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
      file.setLength(1_900_000_000L);
    }
    assertThat(varve("report dedup-summary --warehouse %s", warehouse).endsWith(1).err())
        .contains(journal + " has more than 67,108,864 bytes");
    assertThat(varve("derive --warehouse %s --quiet", warehouse).endsWith(1).err())
        .contains(journal + " has more than 67,108,864 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "fingerprint"})
  void aPipeInThePlaceOfASmallFileIsNotWaitedFor(String name) throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), root);
    Path file = warehouse.resolve(".varve").resolve(name);
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(
            varve("ingest registry %s --warehouse %s --quiet", SmallWorld.registry(), warehouse)
                .endsWith(1)
                .err())
        .contains(file + " is not read: it is no regular file");
  }
}
