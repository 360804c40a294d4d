package dev.varve.simulation.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StorageRatioTest {
  /**
   * Published for g = 2.1 and three replicas: 2.1, 1.5, 1.2, 1.0; by hand 3 / (41 / 21), 3 / (52 /
   * 21).
   */
  @Test
  void ratiosAreThePublishedOnes() {
    double[] byHand = {2.1, 63 / 41.0, 63 / 52.0, 1};
    for (int whole = 0; whole <= 3; whole++) {
      assertThat(StorageRatio.of(3, whole, 2.1)).isCloseTo(byHand[whole], within(1e-12));
    }
  }
}
