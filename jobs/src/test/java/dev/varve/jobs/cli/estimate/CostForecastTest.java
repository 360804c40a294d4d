package dev.varve.jobs.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.content.estimate.ConfidenceInterval;
import org.junit.jupiter.api.Test;

/** Forecasts worked out by hand: ten seconds for a part, of which six for the sample. */
class CostForecastTest {
  private static void assertInterval(
      ConfidenceInterval actual, double value, double low, double high) {
    assertThat(actual.value()).isCloseTo(value, within(1e-12));
    assertThat(actual.low()).isCloseTo(low, within(1e-12));
    assertThat(actual.high()).isCloseTo(high, within(1e-12));
  }

  @Test
  void theRestTakesTheWorkOfTheSampleAgain() {
    // Three times as much: 10 + 2 * 4, 0.9 * (10 + 2 * 2), and 1.1 * (10 + 2 * 6).
    assertInterval(CostForecast.interval(10, 6, 4, 2, 3), 18, 12.6, 24.2);
  }

  @Test
  void moreWorkThanTimeIsNoMoreThanTime() {
    assertInterval(CostForecast.interval(10, 6, 7, 6.5, 3), 22, 19.8, 24.2);
  }

  @Test
  void thatOfAllIsTheEstimateItself() {
    assertInterval(CostForecast.interval(10, 6, 4, 2, 1), 10, 9, 11);
  }
}
