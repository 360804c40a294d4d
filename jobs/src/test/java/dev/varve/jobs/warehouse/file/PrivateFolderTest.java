package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
  @TempDir private Path parent;

  @Test
  void itIsTheOwnersAlone() throws Exception {
    try (PrivateFolder own = new PrivateFolder(parent.toString(), "own")) {
      own.make();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.path())))
          .isEqualTo("rwx------");
      assertThat(own.path().getFileName().toString()).startsWith("own-");
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void itGoesWithAllThatIsInIt() throws Exception {
    Path kept = Files.createFile(parent.resolve("kept"));
    try (PrivateFolder own = new PrivateFolder(parent.toString(), "own")) {
      own.make();
      Files.createDirectories(own.path().resolve("a/b"));
      Files.writeString(own.path().resolve("a/b/file"), "spilled");
      Files.createSymbolicLink(own.path().resolve("link"), kept);
    }
    assertThat(parent).isDirectoryNotContaining(file -> !file.equals(kept));
    assertThat(kept).exists();
  }

  @Test
  void whatIsWrittenWhileItIsDeletedGoesToo() throws Exception {
    PrivateFolder own = new PrivateFolder(parent.toString(), "own");
    own.make();
    Thread writer = new Thread(() -> write(own.path()));
    writer.start();
    while (!Files.exists(own.path().resolve("100"))) {
      Thread.onSpinWait();
    }
    own.close();
    writer.join();
    assertThat(parent).isEmptyDirectory();
  }

  /** Until the folder is gone, as a query does that is not told of an interrupt. */
  private static void write(Path folder) {
    try {
      for (int file = 0; ; file++) {
        Files.createFile(folder.resolve(String.valueOf(file)));
      }
    } catch (IOException e) {
      return;
    }
  }

  @Test
  void theOneThatItLiesInIsMade() throws Exception {
    try (PrivateFolder own = new PrivateFolder(parent.resolve("a/b").toString(), "own")) {
      own.make();
      assertThat(own.path()).isDirectory().hasParent(parent.resolve("a/b"));
    }
    assertThat(parent.resolve("a/b")).isEmptyDirectory();
  }

  @Test
  void whatIsInTheWayIsNamed() throws Exception {
    Path file = Files.createFile(parent.resolve("file"));
    try (PrivateFolder own = new PrivateFolder(file.toString(), "own")) {
      assertThatThrownBy(own::make)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString());
      own.makeIfPossible();
    }
    assertThat(file).exists();
  }
}
