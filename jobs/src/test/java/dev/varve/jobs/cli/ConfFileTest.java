package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
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
    SettingReader settings = SettingReader.of(null, conf.toFile(), List.of("lock.stale-seconds=9"));
    assertThat(settings.text("backup.sweep")).isEqualTo("0.1,0.2");
    assertThat(settings.text("lock.wait-seconds")).isEqualTo("7");
    assertThat(settings.text("lock.stale-seconds")).isEqualTo("9");
    assertThat(settings.finish().spark()).containsEntry("spark.sql.shuffle.partitions", "5");
  }

  @Test
  void aListWhereOneValueBelongsIsUsage() throws Exception {
    Path conf =
        Files.writeString(folder.resolve("own.conf"), "varve.ingest.fingerprint = [sha256, md5]");
    assertThat(varve("ingest registry x --warehouse w --conf %s", conf).endsWith(2).err())
        .contains("ingest.fingerprint is sha256,md5; it takes one value");
  }
}
