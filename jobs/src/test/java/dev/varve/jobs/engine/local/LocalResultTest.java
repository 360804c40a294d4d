package dev.varve.jobs.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LocalResultTest {
  /** DuckDB's advice is to change what cannot be changed here. */
  @Test
  void whoHasNoRoomToSpillIsToldWhichSettingsAreAboutIt() {
    String full =
        "Out of Memory Error: failed to offload data block of size 32.0 KiB (18.0 MiB/18.0 MiB"
            + " used).\nThis limit was set by the 'max_temp_directory_size' setting.";
    assertThat(LocalResult.message(new SQLException(full)))
        .startsWith("Out of Memory Error: failed to offload")
        .contains("engine.spill-folder", "engine.memory-share")
        .doesNotContain("max_temp_directory_size");
    String noFolder = "IO Error: Failed to create directory \"/proc/varve-spill-1\": none";
    assertThat(LocalResult.message(new SQLException(noFolder))).contains("engine.spill-folder");
    String other = "Binder Error: no such column\nLINE 1: SELECT x";
    assertThat(LocalResult.message(new SQLException(other))).isEqualTo(other);
  }
}
