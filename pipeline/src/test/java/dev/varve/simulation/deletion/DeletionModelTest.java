package dev.varve.simulation.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeletionModelTest {

  @ParameterizedTest
  @ValueSource(doubles = {1, 40, 1000, 123_457, 1e9})
  void thePublishedVmIsRepairedAfter245Deletions(double firstChunks) {
    DeletionModel model = new DeletionModel(10, firstChunks, 0.025 * firstChunks, 0.01);
    assertThat(model.deletionsBeforeRepair(0.05)).isEqualTo(245);
    assertThat(model.leakedRatio(1)).isCloseTo(2.04081633e-4, within(5e-13));
    assertThat(model.leakedRatio(245)).isCloseTo(0.05, within(1e-15));
    assertThat(model.chunks()).isCloseTo(1.225 * firstChunks, within(1e-6 * firstChunks));
  }

  @ParameterizedTest
  @CsvSource({"1, .02", "3, .06", "5, .10", "7, .14", "9, .18"})
  void thePublishedLeakage(int deletions, double percent) {
    DeletionModel model = new DeletionModel(10, 1000, 25, 0.01);
    assertThat(Math.round(model.leakedRatio(deletions) * 1e4) / 100.0).isEqualTo(percent);
  }

  @Test
  void aVmThatNeverChangesNeedsNoRepair() {
    DeletionModel model = new DeletionModel(10, 1000, 0, 0.01);
    assertThat(model.deletionsBeforeRepair(0.05)).isEqualTo(Long.MAX_VALUE);
    assertThat(model.leakedRatio(1000)).isZero();
    assertThat(new DeletionModel(1, 0, 0, 0.01).leakedRatio(3)).isZero();
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new DeletionModel(0, 1, 1, 0.01))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DeletionModel(1, 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RepairRules.named("published", Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
