package dev.varve.benchmarks.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Drawn against stated: Zhang et al., VM-centric snapshot deduplication (2015): 10 TB become 2.414
 * TB without unchanged segments and 1.205 TB without chunks that the parent has; 8 % and 21 % of
 * blocks are zero.
 */
class DiskPopulationTest {
  private static final Seed SEED = new Seed(7);

  @Test
  void levelsOfDeduplicationLeaveWhatWasPublished() {
    DiskPopulation disks = new DiskPopulation(SEED, 60);
    Map<Fingerprint, Integer> sizes = new HashMap<>();
    double raw = 0;
    double zero = 0;
    double changedSegments = 0;
    double changedChunks = 0;
    for (long vm = 0; vm < disks.vms(); vm++) {
      for (int position = 0; position < disks.segments(vm); position++) {
        Segment before = null;
        for (int snapshot = 0; snapshot < DiskPopulation.SNAPSHOTS; snapshot++) {
          Segment segment = disks.segment(vm, snapshot, position);
          boolean clean = before != null && segment.equals(before);
          assertThat(!clean && snapshot > 0).isEqualTo(disks.isDirty(vm, snapshot, position));
          zero += segment.zeroBytes();
          raw += segment.bytes() - segment.zeroBytes();
          changedSegments += clean ? 0 : segment.bytes() - segment.zeroBytes();
          for (int chunk = 0; chunk < segment.recipe().chunks(); chunk++) {
            if (!segment.recipe().zeros()[chunk] && !clean) {
              Fingerprint content = segment.recipe().fingerprint(chunk);
              boolean known = before != null && before.recipe().fingerprint(chunk).equals(content);
              int bytes = segment.recipe().bytes(chunk);
              changedChunks += known ? 0 : bytes;
              assertThat(sizes.merge(content, bytes, (one, other) -> other)).isEqualTo(bytes);
            }
          }
          before = segment;
        }
      }
    }
    double distinct = sizes.values().stream().mapToLong(bytes -> bytes).sum();
    assertThat(zero / (zero + raw)).isBetween(0.08, 0.21);
    assertThat(changedSegments / raw).isCloseTo(0.2414, within(0.01));
    assertThat(changedChunks / raw).isCloseTo(0.1205, within(0.005));
    assertThat(distinct / raw).isCloseTo(1 - 0.8795 / 0.9302, within(0.01));
  }

  @Test
  void disksAreOfVeryDifferentSize() {
    DiskPopulation disks = new DiskPopulation(SEED, 1000);
    int[] segments = IntStream.range(0, 1000).map(disks::segments).sorted().toArray();
    assertThat(IntStream.of(segments).average().orElseThrow()).isCloseTo(20, within(1.0));
    assertThat(segments[999] / 20.0).isBetween(10.0, 40.0);
  }

  @Test
  void ownersAreTheLastSnapshotsThatChangedASegment() {
    DiskPopulation disks = new DiskPopulation(SEED, 5);
    for (int position = 0; position < disks.segments(0); position++) {
      int owner = disks.owner(0, 9, position);
      assertThat(owner < 0).isEqualTo(disks.isZero(0, position));
      if (owner >= 0) {
        assertThat(disks.segment(0, owner, position)).isEqualTo(disks.segment(0, 9, position));
        assertThat(owner == 0 || disks.isDirty(0, owner, position)).isTrue();
      }
    }
  }
}
