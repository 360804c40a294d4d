package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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

  /** HDFS reports links so; only its own tests can switch them on there. */
  @Test
  void aLinkThatAFileSystemReportsIsFound() throws Exception {
    java.nio.file.Files.createDirectories(folder.resolve("far/layer/below"));
    java.nio.file.Files.createDirectories(folder.resolve("far/other"));
    FarFileSystem system =
        new FarFileSystem() {
          @Override
          public FileStatus[] listStatus(Path path) throws IOException {
            FileStatus[] all = super.listStatus(path);
            for (FileStatus status : all) {
              if (status.getPath().getName().equals("below")) {
                status.setSymlink(new Path("/elsewhere"));
              }
            }
            return all;
          }
        };
    system.initialize(URI.create("far:///"), new Configuration(false));
    Path root = new Path(FarFileSystem.location(folder.resolve("far")));
    DurableFiles files = new DurableFiles(system);
    assertThat(files.link(root, Set.of("layer"))).hasValue(new Path(root, "layer/below"));
    assertThat(files.link(root, Set.of("other", "none"))).isEmpty();
    assertThat(files.link(new Path(root, "none"), Set.of("layer"))).isEmpty();
  }
}
