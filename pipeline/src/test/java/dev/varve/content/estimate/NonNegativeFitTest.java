package dev.varve.content.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class NonNegativeFitTest {
  /** x + y = 2 and x - y = 4 meet at (3, -1); with y at 0, x = (2 + 4) / 2. */
  @Test
  void aNegativeCoefficientIsZeroInstead() {
    double[][] rows = {{1, 1}, {1, -1}};
    assertThat(NonNegativeFit.of(rows, new double[] {2, 4}))
        .containsExactly(new double[] {3, 0}, within(1e-9));
  }

  @Test
  void anExactSolutionIsFound() {
    double[][] rows = {{2, 1}, {1, 3}, {3, 4}};
    assertThat(NonNegativeFit.of(rows, new double[] {4, 7, 11}))
        .containsExactly(new double[] {1, 2}, within(1e-9));
  }

  @Test
  void nothingPositiveFitsATargetOnTheOtherSide() {
    double[][] rows = {{1, 2}, {3, 1}};
    assertThat(NonNegativeFit.of(rows, new double[] {-1, -1})).containsExactly(0, 0);
  }

  /** The least error has slope 0 in what is positive, and none that falls in what is 0. */
  @RepeatedTest(20)
  void theConditionsOfTheLeastErrorHold(RepetitionInfo run) {
    RandomGenerator random = new Seed(run.getCurrentRepetition()).random();
    int columns = 20;
    double[][] rows = new double[10][columns];
    double[] target = new double[rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < columns; column++) {
        rows[row][column] = random.nextGaussian();
      }
      target[row] = random.nextGaussian();
    }
    double[] fit = NonNegativeFit.of(rows, target);
    for (int column = 0; column < columns; column++) {
      double slope = 0;
      for (int row = 0; row < rows.length; row++) {
        double off = -target[row];
        for (int other = 0; other < columns; other++) {
          off += rows[row][other] * fit[other];
        }
        slope += rows[row][column] * off;
      }
      assertThat(fit[column]).isGreaterThanOrEqualTo(0);
      if (fit[column] > 0) {
        assertThat(slope).isCloseTo(0, within(1e-6));
      } else {
        assertThat(slope).isGreaterThan(-1e-6);
      }
    }
  }
}
