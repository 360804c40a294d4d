package dev.varve.jobs.simulate.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.simulate.fleet.PackingFold.FleetEdge;
import dev.varve.simulation.availability.Fleet;
import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Three owners in two parts: 0 and 1, then 2, who touches nothing. */
class PackingFoldTest {
  private static List<PackedPart> packed(FleetEdge... edges) {
    List<PackedPart> parts = new ArrayList<>();
    PackingFold fold = new PackingFold(Map.of("vc", 2), 3);
    for (FleetEdge edge : edges) {
      fold.add(edge, part -> parts.add((PackedPart) part));
    }
    fold.finish(part -> parts.add((PackedPart) part));
    return parts;
  }

  @Test
  void blocksAreNumberedByTheirKindAndOwnersByTheirPart() throws Exception {
    List<PackedPart> parts =
        packed(
            new FleetEdge("vc", 0, 0, 3L, false),
            new FleetEdge("vc", 0, 1, 3L, true),
            new FleetEdge("vc", 0, 0, 3L, true),
            new FleetEdge("vc", 1, 2, null, null));
    assertThat(parts).extracting(PackedPart::part).containsExactly(0, 1);
    assertThat(parts.get(0).privateBlocks()).containsExactly(1, 0);
    assertThat(parts.get(0).popularBlocks()).containsExactly(1, 1);
    assertThat(parts.get(1).privateBlocks()).containsExactly(0);
    assertThat(parts.get(1).popularBlocks()).containsExactly(0);
    try (ObjectInputStream objects =
        new ObjectInputStream(new ByteArrayInputStream(parts.get(0).fleet()))) {
      Fleet fleet = (Fleet) objects.readObject();
      assertThat(fleet.privateBlocks().blocks()).containsExactly(6);
      assertThat(fleet.popularBlocks().blocks()).containsExactly(7);
      assertThat(fleet.popularBlocks().owners()).containsExactly(0, 1);
    }
  }

  @Test
  void noRowsAreNoParts() {
    assertThat(packed()).isEmpty();
  }
}
