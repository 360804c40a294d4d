package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
  @TempDir private static java.nio.file.Path folder;

  /** A journal that is cut would leave files published that nobody vouches for. */
  @Test
  void aSmallFileThatLosesItsEndWithoutAWordIsRefused() throws Exception {
    Configuration configuration = new Configuration();
    FaultyFileSystem.watch(configuration, folder, FaultyFileSystem.Fault.TRUNCATES, 1);
    try {
      Path file = new Path(folder.resolve("one.moves").toString());
      DurableFiles files = new DurableFiles(file.getFileSystem(configuration));
      assertThatThrownBy(() -> files.write(file, "ten moves, and their sizes"))
          .hasMessageContaining("one.moves does not contain what was written to it");
    } finally {
      FaultyFileSystem.sound(configuration);
    }
  }
}
