package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkahPackingTest {
  private static List<List<String>> pack(List<Component> components, int maxGroups) {
    return ChunkahPacking.pack(components, maxGroups).stream()
        .map(group -> group.stream().map(Component::name).toList())
        .toList();
  }

  private static List<Component> equal(String names, long bytes, double stability) {
    List<Component> components = new ArrayList<>();
    for (String name : names.split("")) {
      components.add(new Component(name, bytes, stability));
    }
    return components;
  }

  /** Computed in Python by the published constants of FNV. */
  @Test
  void namesAreHashedAsInRust() {
    assertThat(ChunkahPacking.fnv1a("openssl")).isEqualTo(0xFC5B00F22021FAAAL);
    assertThat(ChunkahPacking.fnv1a("a")).isEqualTo(0x089BC907B544C769L);
  }

  @Test
  void eachIsAloneWhenThereAreEnoughGroups() {
    assertThat(pack(equal("abc", 1, 0.5), 3))
        .containsExactly(List.of("a"), List.of("b"), List.of("c"));
  }

  @Test
  void theLargestAreAloneAndTheOthersAreHashed() {
    List<Component> components = equal("abcdef", 10, 0.5);
    components.add(new Component("large", 24, 0.5));
    components.add(new Component("largest", 26, 0.5));
    // the median is 10, no deviation: from 25 bytes on. One tier of three groups; modulo 3 the
    // hashes of a and c are 0, of b, e and f 1 or 2 as below
    assertThat(pack(components, 4))
        .startsWith(List.of("largest"))
        .hasSize(4)
        .contains(List.of("a", "c"));
  }

  @Test
  void atMostFourOfFiveGroupsAreOneLargeComponent() {
    List<Component> components = equal("abcdefgh", 1, 0.5);
    for (int number = 1; number <= 6; number++) {
      components.add(new Component("large" + number, 100 + number, 0.5));
    }
    // floor((6 - 1) * 0.8) = 4 of the six
    assertThat(pack(components, 6).subList(0, 4))
        .containsExactly(
            List.of("large6"), List.of("large5"), List.of("large4"), List.of("large3"));
  }

  @Test
  void tiersOfStabilityHaveGroupsByTheirNumberOfComponents() {
    List<Component> components = new ArrayList<>(equal("ab", 1, 0.1));
    components.addAll(equal("cdef", 1, 0.5));
    components.addAll(equal("gh", 1, 0.9));
    // mean 0.5, deviation 0.28: g and h are stable, a and b not. round(2/8 * 4) = 1 of four groups
    // for g and h, round(4/8 * 4) = 2 for c to f by parity of their hashes (0, 0, 1, 0 for c d e f
    // are 1 0 1 0), and the last for a and b
    assertThat(pack(components, 4))
        .containsExactly(
            List.of("g", "h"), List.of("d", "f"), List.of("c", "e"), List.of("a", "b"));
  }

  @Test
  void aGroupWithoutAHashTakesTheLargestComponent() {
    List<Component> components =
        List.of(new Component("a", 1, 0.5), new Component("c", 2, 0.5), new Component("e", 2, 0.5));
    // all hashes are odd; of the two largest the last goes
    assertThat(pack(components, 2)).containsExactly(List.of("e"), List.of("a", "c"));
  }
}
