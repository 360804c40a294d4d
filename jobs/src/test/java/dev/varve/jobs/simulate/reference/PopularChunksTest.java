package dev.varve.jobs.simulate.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.matching.PopularData;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.PopularShare;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.Volume;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of two VMs, ranked by hand: chunk 3 has two copies, the others have one. */
class PopularChunksTest {
  private static final int NONE = SegmentReferences.NONE;
  private static final List<PackedSegment> SEGMENTS =
      List.of(
          segment("a", new long[] {-1, 5, 0, 3}, new int[] {20, 30, 35, 65}, 2),
          segment("b", new long[] {7, 3}, new int[] {40, 70}, NONE));

  @TempDir private Path folder;

  private static PackedSegment segment(String vm, long[] keys, int[] ends, int zero) {
    boolean[] zeros = new boolean[keys.length];
    if (zero != NONE) {
      zeros[zero] = true;
    }
    byte[] chunks = new PackedChunks(keys, ends, zeros).packed();
    int bytes = ends[ends.length - 1];
    return new PackedSegment(vm, 0, NONE, NONE, 0, bytes, keys[0], 3, 0, null, chunks);
  }

  private Engine engine(String adapter) throws Exception {
    if (adapter.equals("local")) {
      return new LocalEngine(
          new LocalSettings(256 << 20, folder.toString(), 0, true), LocalStore.disk());
    }
    return new SparkEngine(
        TestEngine.session().newSession(), 0, Locations.of(folder.resolve("scratch")), "popular");
  }

  private static long[] keys(PopularData popular) {
    long[] keys = new long[popular.chunks()];
    for (int rank = 0; rank < keys.length; rank++) {
      keys[rank] = popular.key(rank);
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void copiesRankChunksAndUnsignedKeysBreakTies(String adapter) throws Exception {
    BackupRules rules = BackupRules.published();
    try (Engine engine = engine(adapter)) {
      engine.records("packed_segment", PackedSegment.class, SEGMENTS);
      PopularChunks chunks =
          PopularChunks.rank(
              engine,
              List.of(rules, rules),
              (index, segment) -> index == 0 || segment.vm().equals("a") ? segment : null,
              1);
      assertThat(chunks.unique(0)).isEqualTo(new Volume(4, 100));
      assertThat(chunks.unique(1)).isEqualTo(new Volume(3, 60));
      assertThat(chunks.unique(2)).isEqualTo(Volume.NONE);
      assertThat(keys(chunks.mostPopular(0, 1))).containsExactly(3, 5, 7, -1);
      assertThat(keys(chunks.mostPopular(0, 0.5))).containsExactly(3, 5);
      assertThat(keys(chunks.mostPopular(1, 1))).containsExactly(3, 5, -1);
      assertThat(chunks.mostPopular(0, 0).chunks()).isZero();
      assertThat(chunks.mostPopular(0, 0.5).bytes()).isEqualTo(30 + 10);
      assertThat(chunks.shares(2, List.of(1.0, 0.0, 0.35)))
          .containsExactly(
              List.of(share(4, 100, 5, 130), PopularShare.NONE, share(1, 30, 2, 60)),
              List.of(share(3, 60, 3, 60), PopularShare.NONE, share(1, 30, 1, 30)));
    }
  }

  private static PopularShare share(long chunks, long bytes, long copies, long copiedBytes) {
    return new PopularShare(new Volume(chunks, bytes), new Volume(copies, copiedBytes));
  }
}
