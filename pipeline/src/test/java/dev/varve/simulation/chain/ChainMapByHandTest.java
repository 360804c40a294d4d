package dev.varve.simulation.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.Disks;
import dev.varve.input.disk.HandQcow2;
import dev.varve.simulation.chain.ChainRun.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners of chains whose tables are written byte by byte; clusters have 512 bytes. */
class ChainMapByHandTest {
  private static final long PACKED = 1L << 62;

  @TempDir private Path folder;

  private List<ChainRun> map(HandQcow2 top) throws IOException {
    List<ChainRun> runs = new ArrayList<>();
    try (Disk disk = Disks.open(top.write(folder.resolve("top")))) {
      ChainMap map = new ChainMap(disk);
      for (ChainRun run = map.next(); run != null; run = map.next()) {
        runs.add(run);
      }
      assertThat(map.next()).isNull();
      assertThat(map.files()).hasSize(disk.backing() == null ? 1 : map.files().size());
      assertThat(map.files().get(0)).isSameAs(disk);
    }
    return runs;
  }

  private void raw(int bytes) throws IOException {
    Files.write(folder.resolve("raw"), new byte[bytes]);
  }

  @Test
  void eachFileOwnsWhatThoseAboveLeaveOpen() throws IOException {
    raw(700);
    HandQcow2 top = new HandQcow2().over("raw").data(0, 'a').entry(2, 1).entry(5, PACKED | 1536);
    assertThat(map(top))
        .containsExactly(
            new ChainRun(0, 512, 0, State.DATA),
            new ChainRun(512, 188, 1, State.DATA),
            new ChainRun(700, 324, ChainRun.NO_FILE, State.UNALLOCATED),
            new ChainRun(1024, 512, 0, State.ZERO),
            new ChainRun(1536, 1024, ChainRun.NO_FILE, State.UNALLOCATED),
            new ChainRun(2560, 512, 0, State.COMPRESSED),
            new ChainRun(3072, 58 * 512, ChainRun.NO_FILE, State.UNALLOCATED));
  }

  /** A guest of the file in the middle saw 1024 bytes, and zeros when the disk grew. */
  @Test
  void whereAFileEndsNothingBelowShowsThrough() throws IOException {
    raw(64 * 512);
    new HandQcow2().over("raw").putLong(24, 1024).data(1, 'b').write(folder.resolve("middle"));
    assertThat(map(new HandQcow2().over("middle").data(3, 'a')))
        .containsExactly(
            new ChainRun(0, 512, 2, State.DATA),
            new ChainRun(512, 512, 1, State.DATA),
            new ChainRun(1024, 512, ChainRun.NO_FILE, State.UNALLOCATED),
            new ChainRun(1536, 512, 0, State.DATA),
            new ChainRun(2048, 60 * 512, ChainRun.NO_FILE, State.UNALLOCATED));
  }

  /** A window is 8192 clusters, 4 MiB; runs go on over its end, of a disk of 5 MiB. */
  @Test
  void runsGoOnOverTheEndOfAWindow() throws IOException {
    raw(5 << 20);
    HandQcow2 top = new HandQcow2().over("raw").grow(512 + 160 * 8).putLong(512, 0);
    assertThat(map(top.putInt(36, 160).putLong(24, 5 << 20)))
        .containsExactly(new ChainRun(0, 5 << 20, 1, State.DATA));
    assertThat(map(new HandQcow2().putLong(24, 0))).isEmpty();
  }

  @Test
  void statesAreCalledAsInTables() {
    assertThat(State.UNALLOCATED.label()).isEqualTo("unallocated");
    for (State state : State.values()) {
      assertThat(State.of(state.label())).isEqualTo(state);
    }
  }
}
