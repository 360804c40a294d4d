package dev.varve.jobs.simulate.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of pulls by every way, worked out by hand. */
class StartupPullTest {
  private static final long MB = 1_000_000;

  @TempDir private Path folder;

  private record Image(int image, String imageDigest) {}

  private record Layer(String imageDigest, String layerDigest) {}

  private record Start(
      String imageDigest,
      String run,
      long compressedBytes,
      long archiveBytes,
      long fileBytes,
      long squashedBytes) {}

  private record BlockSize(long blockBytes) {}

  private record Pull(
      String run,
      String mode,
      @Nullable Long blockBytes,
      long requests,
      long bytes,
      long unpackedBytes,
      double seconds) {
    @Override
    public String toString() {
      return "%s %s %s: %d, %d + %d MB, %.3f s"
          .formatted(run, mode, blockBytes, requests, bytes / MB, unpackedBytes / MB, seconds);
    }
  }

  /**
   * 3 layers of 250 MB, 400 MB unpacked, half of which is hidden; a request waits 20 ms, and a
   * second is 125 MB of network or 100 MB of unpacking. One start needs a byte of a file of 125 MB,
   * and two blocks of another one of 50 MB; the other start needs nothing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void timeIsLatencyAndBytesAndUnpacking(String adapter) throws Exception {
    List<String> pulls = new ArrayList<>();
    try (Runs runs = TestEngine.runs(TestEngine.settings("engine.name=" + adapter))) {
      runs.read(
          folder.toString(),
          (engine, warehouse) -> {
            engine.records("squash_image", Image.class, List.of(new Image(7, "i")));
            engine.records(
                "image_layer",
                Layer.class,
                List.of(new Layer("i", "1"), new Layer("i", "2"), new Layer("i", "3")));
            engine.records(
                "startup_results",
                Start.class,
                List.of(
                    new Start("i", "a", 250 * MB, 400 * MB, 600, 300),
                    new Start("i", "b", 250 * MB, 400 * MB, 0, 0)));
            engine.records(
                "needed",
                RangeFold.NeededFile.class,
                List.of(
                    new RangeFold.NeededFile(7, "a", 0, 0, 125 * MB, 1, 1),
                    new RangeFold.NeededFile(7, "a", 0, 1, 50 * MB, 4, 9),
                    new RangeFold.NeededFile(7, "b", 0, 1, 50 * MB, 1, 0)));
            engine.records(
                "needed_block",
                RangeFold.NeededBlocks.class,
                List.of(
                    new RangeFold.NeededBlocks(7, "a", 5 * MB, 1, 5 * MB),
                    new RangeFold.NeededBlocks(7, "a", 5 * MB, 2, 10 * MB),
                    new RangeFold.NeededBlocks(7, "b", 5 * MB, 0, 0)));
            engine.records(
                "network",
                StartupSettings.Network.class,
                List.of(new StartupSettings.Network(20, 125 * MB, 100 * MB)));
            engine.records("block_size", BlockSize.class, List.of(new BlockSize(5 * MB)));
            engine.each(
                Query.of("simulate", "startup_pull"),
                Pull.class,
                pull -> pulls.add(pull.toString()));
          });
    }
    assertThat(pulls)
        .containsExactlyInAnyOrder(
            "a full null: 3, 250 + 400 MB, 6.060 s",
            "a flattened null: 1, 125 + 200 MB, 3.020 s",
            "a lazy-file null: 2, 175 + 0 MB, 1.440 s",
            "a lazy-block 5000000: 3, 15 + 0 MB, 0.180 s",
            "b full null: 3, 250 + 400 MB, 6.060 s",
            "b flattened null: 1, 250 + 400 MB, 6.020 s",
            "b lazy-file null: 0, 0 + 0 MB, 0.000 s",
            "b lazy-block 5000000: 0, 0 + 0 MB, 0.000 s");
  }
}
