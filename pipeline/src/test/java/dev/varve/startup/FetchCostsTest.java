package dev.varve.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FetchCostsTest {
  /** 3 x 20 ms, 250 MB at 125 MB/s, 400 MB at 100 MB/s: .06 + 2 + 4. */
  @Test
  void timeIsLatencyAndBytesAndUnpacking() {
    FetchCosts costs = new FetchCosts(20, 125_000_000, 100_000_000);
    assertThat(costs.seconds(3, 250_000_000, 400_000_000)).isEqualTo(6.06, within(1e-12));
    assertThat(costs.seconds(0, 0, 0)).isZero();
  }
}
