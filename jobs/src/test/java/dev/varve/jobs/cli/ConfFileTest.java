package dev.varve.jobs.cli;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings in a file. */
class ConfFileTest {
  @TempDir private Path folder;

  @Test
  void aConfFileMayHaveListsAndComesBeforeDefaultsOfTheVerb() throws Exception {
    Path conf =
        Files.writeString(
            folder.resolve("own.conf"),
            """
            varve {
              backup.sweep = [0.1, 0.2]
              spark.sql.shuffle.partitions = 5
              lock.wait-seconds = 7
            }
            """);
    Settings settings =
        Settings.read(
            List.of("spark.sql.shuffle.partitions=4", "lock.wait-seconds=8"),
            conf.toFile(),
            List.of("lock.stale-seconds=9"));
    assertThat(settings.backup().sweep()).containsExactly(0.1, 0.2);
    assertThat(settings.spark()).containsEntry("spark.sql.shuffle.partitions", "5");
    assertThat(settings.lockWaitSeconds()).isEqualTo(7);
    assertThat(settings.lockStaleSeconds()).isEqualTo(9);
  }

  @Test
  void aListWhereOneValueBelongsIsUsage() throws Exception {
    Path conf =
        Files.writeString(folder.resolve("own.conf"), "varve.ingest.fingerprint = [sha256]");
    assertThat(varve("derive --warehouse w --conf %s", conf).endsWith(2).err())
        .contains("fingerprint");
  }
}
