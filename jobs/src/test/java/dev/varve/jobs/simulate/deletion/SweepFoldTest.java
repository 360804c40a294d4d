package dev.varve.jobs.simulate.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.simulate.reference.PackedChunks;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.deletion.FleetSweep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deleting the first snapshot of VM a frees chunk 1, of 10 bytes: all else is live. */
class SweepFoldTest {
  private static final List<PackedSegment> SEGMENTS =
      List.of(
          segment("a", 0, new long[] {1, 2, 1, 6}, 2),
          segment("a", 1, new long[] {2, 4}, -1),
          segment("b", 0, new long[] {6, 7}, -1));

  private static PackedSegment segment(String vm, int number, long[] keys, int zero) {
    int[] ends = new int[keys.length];
    boolean[] zeros = new boolean[keys.length];
    for (int chunk = 0; chunk < keys.length; chunk++) {
      ends[chunk] = (chunk + 1) * 10;
      zeros[chunk] = chunk == zero;
    }
    byte[] chunks = new PackedChunks(keys, ends, zeros).packed();
    return new PackedSegment(vm, number, -1, -1, 0, keys.length * 10, 0, 0, 0, null, chunks);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void costsOfPartsAddUp(int parts) {
    List<SweepFold.Piece> pieces = new ArrayList<>();
    SEGMENTS.forEach(
        row -> SweepFold.emitPieces(row, parts, piece -> pieces.add((SweepFold.Piece) piece)));
    pieces.sort(Comparator.comparingInt(SweepFold.Piece::part));
    List<FleetSweep.Costs> costs = new ArrayList<>();
    SweepFold fold = new SweepFold(2, Map.of("a", 2, "b", 1));
    pieces.forEach(piece -> fold.add(piece, cost -> costs.add((FleetSweep.Costs) cost)));
    fold.finish(cost -> costs.add((FleetSweep.Costs) cost));
    assertThat(costs).hasSize((int) pieces.stream().map(SweepFold.Piece::part).distinct().count());
    FleetSweep.Costs sum = costs.stream().reduce(FleetSweep.Costs.NONE, FleetSweep.Costs::plus);
    assertThat(sum.whole().references()).isEqualTo(4);
    assertThat(sum.whole().freedBytes()).isEqualTo(10);
    assertThat(sum.grouped().freedBytes()).isEqualTo(10);
  }
}
