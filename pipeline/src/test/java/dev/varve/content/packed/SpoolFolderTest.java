package dev.varve.content.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.MalformedBlobException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolFolderTest {
  @TempDir private Path folder;

  private SpoolFolder spool(long mostBytes) {
    return new SpoolFolder(folder.resolve("new").toString(), mostBytes);
  }

  @Test
  void copiesInParallelShareHalfOfTheFreeSpace() throws Exception {
    SpoolFolder spool = spool(Long.MAX_VALUE);
    long free = Files.getFileStore(folder).getUsableSpace();
    assertThatThrownBy(() -> spool.open(free / 10 * 6))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageMatching(
            "a copy of its disk needs \\d+ bytes, .*/new has \\d+ for it, half of its free space: make space there, or pack the disk as raw, which is not copied");
    long most = free / 10 * 4;
    try (FileChannel first = spool.open(most)) {
      assertThat(first.size()).isZero();
      assertThatThrownBy(() -> spool.open(most)).hasMessageContaining("half of its free space");
      spool.release(most);
      try (FileChannel second = spool.open(most)) {
        assertThat(second.isOpen()).isTrue();
        spool.release(most);
      }
    }
  }

  @Test
  void aCopyHasNoNameWhileItIsOpen() throws Exception {
    SpoolFolder spool = spool(10);
    try (FileChannel file = spool.open(10)) {
      spool.release(10);
      assertThat(file.isOpen()).isTrue();
      assertThat(folder.resolve("new")).isEmptyDirectory();
    }
    assertThatThrownBy(() -> spool.open(11))
        .hasMessageContaining("needs 11 bytes, limit.spool-bytes allows 10: raise it");
  }
}
