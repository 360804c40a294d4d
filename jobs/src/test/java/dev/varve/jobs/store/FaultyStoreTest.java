package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultyStoreTest {
  @TempDir private Path folder;

  /** A journal that is cut would leave files published that nobody vouches for. */
  @Test
  void aSmallFileThatLosesItsEndWithoutAWordIsRefused() throws Exception {
    try {
      Store store = FaultyStore.watch(folder, FaultyStore.Fault.TRUNCATES, 1);
      String file = Locations.of(folder.resolve("one.moves"));
      assertThatThrownBy(() -> store.write(file, "ten moves, and their sizes"))
          .hasMessageContaining("one.moves does not contain what was written to it");
    } finally {
      FaultyStore.sound();
    }
  }
}
