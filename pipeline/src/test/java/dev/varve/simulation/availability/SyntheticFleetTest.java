package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticFleetTest {
  private static final Seed SEED = new Seed(5);

  private static Set<String> edges(ShareGraph graph, int firstOwner) {
    Set<String> edges = new TreeSet<>();
    for (int block = 0; block < graph.blocks().length; block++) {
      for (int edge = graph.starts()[block]; edge < graph.starts()[block + 1]; edge++) {
        edges.add(graph.blocks()[block] + " of " + (firstOwner + graph.owners()[edge]));
      }
    }
    return edges;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, 2, 7.25})
  void partsOfTheOwnersMakeTheWholeFleet(double sharingDegree) {
    Set<String> parts = new TreeSet<>();
    for (int from = 0; from < 30; from += 10) {
      parts.addAll(
          edges(SyntheticFleet.graph(30, 200, sharingDegree, 7, SEED, from, from + 10), from));
    }
    Set<String> whole = edges(SyntheticFleet.graph(30, 200, sharingDegree, 7, SEED), 0);
    assertThat(parts).isEqualTo(whole);
    assertThat(whole.size() / 200.0).isBetween(0.95 * sharingDegree, 1.05 * sharingDegree);
  }
}
