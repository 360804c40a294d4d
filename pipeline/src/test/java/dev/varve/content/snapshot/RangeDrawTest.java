package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RangeDrawTest {
  private static final long RANGE = 2L * Segment.BYTES;

  private static SnapshotHead head(String vm, String snapshot, long bytes) {
    SnapshotImage image =
        new SnapshotImage(
            vm, snapshot, 0, null, null, "mem:/" + vm + snapshot, DiskFormat.RAW, null);
    return new SnapshotHead(image, bytes, null, null);
  }

  /** Ranges of two segments, full of data. */
  private static RangeDraw draw(List<SnapshotHead> heads, double share, Seed seed) {
    List<double[]> sizes = new ArrayList<>();
    for (SnapshotHead head : heads) {
      double[] full = new double[(int) ((head.virtualBytes() + RANGE - 1) / RANGE)];
      Arrays.fill(full, RANGE);
      sizes.add(full);
    }
    return RangeDraw.draw(heads, sizes, 2, share, seed);
  }

  private static Set<Long> ranges(RangeDraw draw, SnapshotHead head) {
    Set<Long> read = new HashSet<>();
    for (SnapshotPart part : draw.parts(head, -1, 3 * RANGE)) {
      for (long at = 0; at < part.bytes(); at += RANGE) {
        read.add((part.firstSegment() * Segment.BYTES + at) / RANGE);
      }
    }
    return read;
  }

  @Test
  void allSnapshotsOfAVmAreReadAtTheSamePlaces() {
    SnapshotHead first = head("a", "s0", 200 * RANGE);
    SnapshotHead second = head("a", "s1", 200 * RANGE);
    RangeDraw draw = draw(List.of(first, second), 0.25, new Seed(1));
    assertThat(draw.ranges().restUnits()).isEqualTo(200);
    assertThat(ranges(draw, first)).hasSize(50).isEqualTo(ranges(draw, second));
  }

  @Test
  void aDiskOfWhichNothingIsDrawnStillHasItsFirstPart() {
    SnapshotHead large = head("a", "s0", 400 * RANGE);
    SnapshotHead small = head("b", "s0", RANGE / 2);
    for (int seed = 0; seed < 20; seed++) {
      RangeDraw draw = draw(List.of(large, small), 0.1, new Seed(seed));
      SnapshotPart part = draw.parts(small, -1, 3 * RANGE).get(0);
      assertThat(part.isFirst()).isTrue();
      assertThat(part.bytes()).isEqualTo(draw.ranges().contains("b/0") ? RANGE / 2 : 0);
    }
  }

  @Test
  void aShareOfOneReadsEveryByteOnce() {
    SnapshotHead disk = head("a", "s0", 7 * RANGE + 5);
    RangeDraw draw = draw(List.of(disk), 1, new Seed(1));
    List<SnapshotPart> parts = draw.parts(disk, -1, 3 * RANGE);
    assertThat(parts.stream().mapToLong(SnapshotPart::bytes).sum()).isEqualTo(7 * RANGE + 5);
    assertThat(parts).allMatch(part -> part.bytes() <= 3 * RANGE);
  }
}
