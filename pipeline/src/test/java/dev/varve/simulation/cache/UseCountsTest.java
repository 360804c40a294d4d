package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UseCountsTest {
  private final UseCounts counts = new UseCounts(2);

  /**
   * The reset of the paper (Einziger, Friedman, Manes, ACM TOS 2017, section 3.3): when the counter
   * of additions reaches the sample size, it and all counts are divided by two. So a sample of 10
   * is first full after 10 uses, then after each 5.
   */
  @Test
  void usesAreHalvedWithTheCounts() {
    use(0, 9);
    assertThat(counts.count(0)).isEqualTo(9);
    use(1, 1);
    assertThat(counts.count(0)).as("9 halved").isEqualTo(4);
    assertThat(counts.count(1)).as("1 halved").isZero();
    use(0, 4);
    assertThat(counts.count(0)).isEqualTo(8);
    use(0, 1);
    assertThat(counts.count(0)).as("9 halved, five uses later").isEqualTo(4);
  }

  /** Four bits, as in the sketch. */
  @Test
  void aCountEndsAtFifteen() {
    for (int use = 0; use < 40; use++) {
      counts.add(1, 1000);
    }
    assertThat(counts.count(1)).isEqualTo(15);
  }

  private void use(int id, int times) {
    for (int use = 0; use < times; use++) {
      counts.add(id, 10);
    }
  }
}
