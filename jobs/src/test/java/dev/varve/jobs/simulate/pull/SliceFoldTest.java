package dev.varve.jobs.simulate.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.simulate.pull.SliceFold.Content;
import dev.varve.jobs.simulate.pull.SliceFold.LayerContent;
import dev.varve.jobs.simulate.pull.SliceFold.PlacedSlice;
import dev.varve.model.Seed;
import dev.varve.simulation.slice.SliceRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceFoldTest {
  private static Content content(int layer, String text, long bytes, long copies) {
    byte[] fingerprint = text.getBytes(StandardCharsets.US_ASCII);
    return new LayerContent(layer, layer, fingerprint, bytes, copies, text.equals("abc")).keyed();
  }

  /** {@code SELECT xxhash64(X'616263'), xxhash64(X'')} by Spark. */
  @Test
  void keysAreThoseOfSql() {
    assertThat(content(0, "abc", 1, 1).key()).isEqualTo(1_423_657_621_850_124_518L);
    assertThat(content(0, "", 1, 1).key()).isEqualTo(-7_444_071_767_201_028_348L);
    assertThat(new LayerContent(0, 0, null, 0, 0, false).keyed().key()).isZero();
  }

  /** The last layer brings nothing new: its content came with the first. */
  @Test
  void everyLayerHasItsSlices() {
    List<Record> slices = new ArrayList<>();
    SliceFold fold =
        new SliceFold(
            1, new PullSettings.Placing(new SliceRules(0, 0), 1, 6).placer(1, 1, new Seed(1)));
    fold.add(content(0, "abc", 10, 2), slices::add);
    fold.add(content(0, "d", 5, 1), slices::add);
    fold.add(new LayerContent(1, 1, null, 0, 0, false).keyed(), slices::add);
    fold.add(content(2, "abc", 10, 1), slices::add);
    fold.finish(slices::add);
    assertThat(slices)
        .containsExactly(
            new PlacedSlice(1, 0, 0, 0, true, 3, 25, 2, 15),
            new PlacedSlice(1, 1, 0, 0, true, 0, 0, 0, 0),
            new PlacedSlice(1, 2, 0, 0, true, 1, 10, 0, 0));
  }
}
