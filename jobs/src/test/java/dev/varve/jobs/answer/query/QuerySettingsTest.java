package dev.varve.jobs.answer.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuerySettingsTest {
  @TempDir private Path folder;

  private static QuerySettings read(Object spillFolder) {
    SettingReader reader = TestEngine.settings("engine.spill-folder=" + spillFolder);
    QuerySettings settings = QuerySettings.read(reader);
    reader.finish();
    return settings;
  }

  @Test
  void aFolderToSpillToMayBeStillToBeMade() {
    Path deep = folder.resolve("it's/not [there]: yet");
    assertThat(read(deep).choice().local().spillFolder()).isEqualTo(deep.toString());
    assertThat(read("").choice().local().spillFolder())
        .isEqualTo(System.getProperty("java.io.tmpdir"));
  }

  @Test
  void whatCannotBeAFolderToSpillToIsRefusedBeforeAnyWork() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path nowhere = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("gone"));
    assertThatThrownBy(() -> read(file.resolve("below")))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage("engine.spill-folder is %s/below: %s is no folder".formatted(file, file));
    assertThatThrownBy(() -> read(nowhere)).hasMessageContaining(nowhere + " is no folder");
    assertThatThrownBy(() -> read("hdfs://x/y"))
        .hasMessage(
            "engine.spill-folder is hdfs://x/y: it takes a folder of this machine, not a URI");
  }
}
